extension Task where Failure == Never {
    /// Waits for the task, which is cancelled if whoever waits for it is.
    package var valueCancelledWithCaller: Success {
        get async {
            await withTaskCancellationHandler {
                await value
            } onCancel: {
                cancel()
            }
        }
    }
}

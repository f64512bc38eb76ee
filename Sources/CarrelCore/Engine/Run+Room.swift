import CarrelStages

/// Keeps to the room that is left while a run goes on.
extension Run {
    /// Parks what an assignment has in flight once there is no room left.
    ///
    /// Goes on until nothing needs the assignment any longer: what it leaves to others comes with its limits.
    func watchRoom(of assignment: Assignment) {
        let (room, number) = (assignment.room, assignment.number)
        // It ends a moment after the run, whose library must be free by then.
        let watching = Task { [weak self] in
            do throws(StoreError) {
                if try await room.waitUntilUsedUp() { self?.cancelInFlight(of: number) }
            } catch {
                self?.stop(error)
            }
        }
        assignments.keep(watching, of: assignment)
    }
}

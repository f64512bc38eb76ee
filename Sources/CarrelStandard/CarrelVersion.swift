/// The version of Carrel.
public enum CarrelVersion {
    /// The version as `carrel --version` prints it.
    public static let text = "0.1.0"
}

import CarrelBasics
import Foundation
import Testing

struct ProcessEnvironmentTests {
    @Test func `the variables are those that Foundation finds`() {
        #expect(ProcessEnvironment.variables == ProcessInfo.processInfo.environment)
        #expect(ProcessEnvironment.variables["PATH"]?.isEmpty == false)
    }
}

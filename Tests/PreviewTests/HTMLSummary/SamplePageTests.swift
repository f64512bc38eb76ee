import CarrelHTTP
import CarrelModel
import CarrelStages
import CarrelTesting
import Foundation
import HTMLSummaryPreviewing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct HTMLSummarySampleTests {
    private func show(_ path: String) async throws -> Preview {
        try await HTMLSummaryPreviewer().preview(
            PreviewDocument(file: SampleData.file(path), mediaType: .html), limits: PreviewLimits())
    }

    @Test
    func `the pages of the course show their tables without the menu`() async throws {
        let course = try await show("course/index.html")
        #expect(course.title == "At sea: a course in two modules")
        #expect(course.text.contains("\n| Week | Notes |\n| --- | --- |\n| 1 | Why there are tides |\n"))
        #expect(course.summary?.hasPrefix("The notes of two modules about the sea") == true)
        #expect(!course.text.contains("The handbook"))
        let rule = try await show("course/tides/twelfths.html")
        #expect(rule.text.contains("\n| 3 | 2 | 5 |\n"))
        let changed = try await show("course/changed/twelfths.html")
        #expect(changed.text.contains("\n| 3 | 3 | 6 |\n"))
        for page in [rule, changed, try await show("course/way/compass.html")] {
            #expect(page.title != nil && page.summary != nil && !page.text.contains("At sea"))
        }
    }
}

@Suite(.timeLimit(.minutes(1)), .enabled(if: RealData.isPresent, "needs the folder ../shared/data"))
struct HTMLSummaryRealDataTests {
    private func show(_ name: String) async throws -> Preview {
        let file = RealData.file("coursepage/cs107/\(name)")
        return try await HTMLSummaryPreviewer().preview(
            PreviewDocument(file: file, mediaType: .html), limits: PreviewLimits())
    }

    @Test
    func `the course pages show their tables without the site's menus`() async throws {
        let handouts = try await show("handouts.html")
        #expect(handouts.title == "Stanford School of Engineering")
        #expect(
            handouts.text.contains(
                "\n| Lecture 10 | Function Call and Return, Code Generation Examples, Factorial Trace |\n"))
        #expect(handouts.text.hasPrefix("# Introduction to Computer Science | Programming Paradigms\n"))
        let assignments = try await show("assignments.html")
        #expect(assignments.text.contains("\n| Assignment 3 | Solutions | Lecture 11 |\n"))
        #expect(assignments.text.contains("1-rsg.zip 1-rsg-data.zip |  | Lecture 2 |\n"))
        for page in [handouts, assignments] {
            for word in ["Course Home", "Stanford Home", "Course Contents", "SEE Navigation"] {
                #expect(!page.text.contains(word), "\(word)")
            }
        }
    }
}

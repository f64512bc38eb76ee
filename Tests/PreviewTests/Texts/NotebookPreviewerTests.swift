import CarrelHTTP
import CarrelModel
import CarrelStages
import Foundation
import NotebookPreviewing
import SourcePreviewing
import Testing

@Suite(.timeLimit(.minutes(1)))
struct NotebookPreviewerTests {
    private func show(_ text: String) async throws -> Preview {
        try await preview(text, as: "application/x-ipynb+json", with: NotebookPreviewer())
    }

    @Test func `cells come in order, with what they printed`() async throws {
        let shown = try await show(
            #"""
            {"nbformat": 4, "metadata": {"kernelspec": {"display_name": "Python 3", "name": "python3"},
             "language_info": {"name": "python"}, "authors": [{"name": "Ada"}]},
             "cells": [
              {"cell_type": "markdown", "source": ["## A *title*\n", "\n", "- item"]},
              {"cell_type": "code", "source": "x = 1\nx", "outputs": [
                {"output_type": "stream", "name": "stdout", "text": ["one\n", "two\n"]},
                {"output_type": "execute_result", "data": {"text/plain": "1", "text/html": "<b>1</b>"}},
                {"output_type": "display_data", "data": {"image/png": "AAAA"}},
                {"output_type": "error", "ename": "ValueError", "evalue": "\u001b[31mbad\u001b[0m", "traceback": []}]},
              {"cell_type": "raw", "source": "raw"}]}
            """#)
        #expect(
            shown.text == """
                ## A *title*

                - item

                ```python
                x = 1
                x
                ```

                ```
                one
                two
                ```

                ```
                1
                ```

                [image/png]

                ```
                ValueError: bad
                ```

                ```
                raw
                ```
                """)
        #expect(shown.title == "A *title*")
        #expect(
            shown.metadata == ["cells": "3", "kernel": "Python 3", "language": "python", "author": "Ada"])
    }

    @Test func `what one cell printed is cut, and that is told`() async throws {
        let printed = String(repeating: "1\\n", count: 10_000)
        let shown = try await show(
            "{\"cells\": [{\"cell_type\": \"code\", \"outputs\": [{\"text\": \"\(printed)\"}]}]}")
        #expect(shown.isTruncated && shown.part == .withGaps)
        #expect(shown.text.hasSuffix("\n…\n```"))
    }

    @Test func `a printed page that is nested too deep is cut, and that is told`() async throws {
        let page = "<p>One</p>" + String(repeating: "<div>", count: 600) + "two"
        let shown = try await show(
            "{\"cells\": [{\"cell_type\": \"code\", \"outputs\": [{\"data\": {\"text/html\": \"\(page)\"}}]}]}"
        )
        #expect(shown.text.contains("One") && shown.isTruncated && shown.part == .withGaps)
    }

    @Test func `a heading of many number signs takes no time`() async throws {
        let signs = String(repeating: " #", count: 100_000)
        let shown = try await show(
            "{\"cells\": [{\"cell_type\": \"markdown\", \"source\": \"#no\\n# One\(signs) x\\n# Two #\"}]}")
        #expect(shown.title?.hasPrefix("One # #") == true)
    }

    @Test func `notebooks of format 3 are read`() async throws {
        let shown = try await show(
            #"""
            {"nbformat": 3, "metadata": {"name": "Old"}, "worksheets": [{"cells": [
             {"cell_type": "heading", "level": 2, "source": "Head"},
             {"cell_type": "code", "language": "python", "input": "1", "outputs": [{"output_type": "pyout", "text": ["1"]}]}]}]}
            """#)
        #expect(shown.text == "## Head\n\n```python\n1\n```\n\n```\n1\n```")
        #expect(shown.title == "Old")
    }

    @Test(arguments: ["{\"cells\": [", "[]", "{\"nbformat\": 4}"])
    func `what is no notebook is malformed`(text: String) async throws {
        let error = await previewError(
            Data(text.utf8), as: try #require(MediaType("application/x-ipynb+json")),
            with: NotebookPreviewer())
        #expect(error?.code == .malformed)
    }

    @Test func `source code is fenced, with its language and its lines`() async throws {
        let shown = try await preview(
            "#!/usr/bin/env python3\n# Counts cells.\n\nprint(\"```\")\n", as: "text/x-python",
            with: SourcePreviewer())
        #expect(
            shown.text == "````python\n#!/usr/bin/env python3\n# Counts cells.\n\nprint(\"```\")\n````")
        #expect(shown.metadata == ["language": "python", "lines": "4"])
        #expect(shown.summary == "Counts cells.")
        #expect(shown.form == .markdown)
    }

    @Test(arguments: [
        ("% Counts cells.\nfunction n = cells(x)\n", "matlab"),
        ("x = 0:0.1:3;\nplot(x, sin(x))\n", "matlab"), ("#import <a.h>\n@interface A\n@end\n", "objc"),
        ("/*\n% of all cells\n*/\nint share;\n", "objc"),
    ])
    func `source code of Matlab is known from that with the same extension`(
        text: String, language: String
    ) async throws {
        let shown = try await preview(text, as: "text/x-objectivec", with: SourcePreviewer())
        #expect(shown.metadata["language"] == language && shown.text.hasPrefix("```\(language)\n"))
    }

    @Test func `source code of nothing but the marks of a fence is shown without delay`() async throws {
        let shown = try await preview(
            Data(repeating: UInt8(ascii: "`"), count: 2 << 20),
            as: try #require(MediaType("text/x-python")), with: SourcePreviewer())
        #expect(shown.isTruncated)
    }
}

"""`carrel mcp` with the Python package `mcp`, in its mode for the newest revision and in the one with a handshake.

Usage: python3 Tests/MCP/mcp_test.py, with the program's path in CARREL.
"""
import asyncio
import logging
import os
import sys
import unittest
from pathlib import Path

sys.dont_write_bytecode = True
sys.path.insert(0, str(Path(__file__).resolve().parents[1] / "Page"))

from world import ROOT, Site, World  # noqa: E402
from mcp import Client, StdioServerParameters  # noqa: E402
from mcp.client.stdio import stdio_client  # noqa: E402
from mcp.shared.exceptions import MCPError  # noqa: E402

# That a step of a test takes a while is nothing to say.
logging.getLogger("asyncio").setLevel(logging.ERROR)

CARREL = Path(os.environ.get("CARREL", ROOT / ".build/release/carrel")).resolve()
MODES = {"legacy": "2025-11-25", "auto": "2026-07-28", "2026-07-28": "2026-07-28"}


class MCPTest(unittest.IsolatedAsyncioTestCase):
    @classmethod
    def setUpClass(cls):
        cls.world, site = World(CARREL), Site()
        notes = [(f"Note {number}", f"{site.address}{number}.txt") for number in range(1, 121)]
        cls.world.run("add", site.notes("/large.json", "BIG", "Very many", notes), check=True)
        cls.world.run("add", cls.world.samples_address + "handbook.json", check=True)
        cls.world.run("sync", "handbook", "--quiet", check=True)

    @classmethod
    def tearDownClass(cls):
        cls.world.close()

    def client(self, mode):
        server = StdioServerParameters(
            command=str(CARREL), args=["mcp"], cwd=str(self.world.folder), env=self.world.environment)
        return Client(stdio_client(server), mode=mode)

    async def each(self, test):
        for mode in MODES:
            with self.subTest(mode=mode):
                async with self.client(mode) as client:
                    await test(client)

    async def test_the_revision_is_settled(self):
        for mode, revision in MODES.items():
            async with self.client(mode) as client:
                self.assertEqual(client.protocol_version, revision)

    async def test_tools_say_what_they_take_give_and_change(self):
        async def test(client):
            tools = {tool.name: tool for tool in (await client.list_tools()).tools}
            self.assertEqual(set(tools), {"list", "search", "preview", "open", "get", "why"})
            for tool in tools.values():
                self.assertEqual(tool.input_schema["type"], "object")
                self.assertEqual(tool.output_schema["type"], "object")
                self.assertEqual(tool.annotations.read_only_hint, tool.name not in ("open", "get"))
            self.assertFalse(tools["get"].annotations.destructive_hint)
        await self.each(test)

    async def test_an_item_is_found_read_fetched_and_explained(self):
        """The package holds every value to the output schema of its tool."""
        async def test(client):
            collections = (await client.call_tool("list", {})).structured_content["collections"]
            code = next(row for row in collections if row["collection"] == "CARREL101")
            where = {key: code[key] for key in ("catalog", "collection")}
            items = (await client.call_tool("list", where)).structured_content["items"]
            self.assertEqual([item["number"] for item in items], list(range(1, len(items) + 1)))
            name = {key: items[0][key] for key in ("catalog", "collection", "item")}
            preview = await client.call_tool("preview", {**name, "pages": "1"})
            self.assertIn("Getting started", preview.structured_content["text"])
            steps = []

            async def note(done, total, message):
                steps.append((done, total, message))
            got = await client.call_tool("get", name, progress_callback=note)
            self.assertFalse(got.is_error)
            self.assertEqual(got.structured_content["items"][0]["status"], "stored")
            self.assertEqual(steps[-1][0], steps[-1][1])
            why = await client.call_tool("why", name)
            self.assertTrue(why.structured_content["attempts"])
            hits = (await client.call_tool("search", {"query": "carrel", "limit": 1})).structured_content
            self.assertEqual(len(hits["hits"]), 1)
            more = await client.call_tool("search", {"query": "carrel", "cursor": hits["next"]})
            self.assertNotIn(hits["hits"][0], more.structured_content["hits"])
        await self.each(test)

    async def test_a_long_list_has_pages(self):
        async def test(client):
            titles, cursor = [], None
            while True:
                arguments = {"collection": "BIG", "limit": 50, **({"cursor": cursor} if cursor else {})}
                page = (await client.call_tool("list", arguments)).structured_content
                titles += [item["title"] for item in page["items"]]
                cursor = page.get("next")
                if not cursor:
                    break
            self.assertEqual(titles, [f"Note {number}" for number in range(1, 121)])
        await self.each(test)

    async def test_errors_are_words_for_a_model_or_errors_of_the_protocol(self):
        async def test(client):
            for tool, arguments in [
                ("preview", {"item": "/etc/passwd"}), ("get", {"item": "../secret"}), ("why", {}),
                ("list", {"limit": 100000}), ("search", {"query": "OR"}), ("preview", {"item": "BIG/1"}),
            ]:
                answer = await client.call_tool(tool, arguments)
                self.assertTrue(answer.is_error, tool)
                self.assertTrue(answer.content[0].text, tool)
            with self.assertRaises(MCPError):
                await client.call_tool("remove", {})
        await self.each(test)

    async def test_a_call_that_is_given_up_leaves_the_server_at_work(self):
        async def test(client):
            with self.assertRaises(TimeoutError):
                async with asyncio.timeout(0.001):
                    await client.call_tool("search", {"query": "carrel"})
            calls = [client.call_tool("list", {"collection": "BIG", "limit": 5}) for _ in range(8)]
            for answer in await asyncio.gather(*calls):
                self.assertEqual(len(answer.structured_content["items"]), 5)
        await self.each(test)


if __name__ == "__main__":
    unittest.main(verbosity=1)

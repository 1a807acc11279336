"""The official Python SDK, new line (`mcp` 2.x), as a peer.

python new_line.py legacy|modern|auto TABLE COMMAND [ARGS…]
python new_line.py legacy|modern|auto TABLE URL
"""

from typing import Any

import httpx2
from checks import HEADERS, is_url, read_table, run, same, start
from mcp import Client, StdioServerParameters
from mcp.client.streamable_http import streamable_http_client

MODERN = "2026-07-28"


class Peer:
    """A client of the SDK, seen as `checks` wants it."""

    def __init__(self, client: Client, era: str) -> None:
        self.client = client
        self.era = era

    async def list(self) -> list[dict[str, Any]]:
        return [plain(tool) for tool in (await self.client.list_tools()).tools]

    async def call(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        return plain(await self.client.call_tool(tool, arguments))


def plain(model: Any) -> dict[str, Any]:
    return model.model_dump(by_alias=True, mode="json", exclude_none=True)


async def main(mode: str, table: str, command: str, *args: str) -> None:
    if is_url(command):
        server = streamable_http_client(command, http_client=httpx2.AsyncClient(headers=HEADERS, timeout=60))
    else:
        server = StdioServerParameters(command=command, args=list(args))
    async with Client(server, mode=MODERN if mode == "modern" else mode) as client:
        era = "legacy" if mode == "legacy" else "modern"
        same(client.protocol_version, "2025-11-25" if era == "legacy" else MODERN, "the revision")
        await run(Peer(client, era), read_table(table))


start(main)

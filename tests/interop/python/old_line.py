"""The official Python SDK, old line (`mcp` 1.x), as a peer. It knows the legacy era alone.

python old_line.py legacy TABLE COMMAND [ARGS…]
python old_line.py legacy TABLE URL
"""

from typing import Any

import httpx
from checks import HEADERS, is_url, read_table, run, same, start
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client
from mcp.client.streamable_http import streamable_http_client


class Peer:
    """A session of the SDK, seen as `checks` wants it."""

    era = "legacy"

    def __init__(self, session: ClientSession) -> None:
        self.session = session

    async def list(self) -> list[dict[str, Any]]:
        return [plain(tool) for tool in (await self.session.list_tools()).tools]

    async def call(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]:
        return plain(await self.session.call_tool(tool, arguments))


def plain(model: Any) -> dict[str, Any]:
    return model.model_dump(by_alias=True, mode="json", exclude_none=True)


async def main(_mode: str, table: str, command: str, *args: str) -> None:
    if is_url(command):
        streams = streamable_http_client(command, http_client=httpx.AsyncClient(headers=HEADERS, timeout=60))
    else:
        streams = stdio_client(StdioServerParameters(command=command, args=list(args)))
    async with streams as (read, write, *_), ClientSession(read, write) as session:
        same((await session.initialize()).protocolVersion, "2025-11-25", "the revision")
        await session.send_ping()
        await run(Peer(session), read_table(table))


start(main)

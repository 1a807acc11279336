"""The official Python SDK, old line (`mcp` 1.x), as a peer. It knows the legacy era alone.

python old_line.py legacy TABLE COMMAND [ARGS…]
"""

from typing import Any

from checks import read_table, run, same, start
from mcp import ClientSession, StdioServerParameters
from mcp.client.stdio import stdio_client


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
    server = StdioServerParameters(command=command, args=list(args))
    async with stdio_client(server) as (read, write), ClientSession(read, write) as session:
        same((await session.initialize()).protocolVersion, "2025-11-25", "the revision")
        await session.send_ping()
        await run(Peer(session), read_table(table))


start(main)

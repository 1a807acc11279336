"""What every Python client checks of a server: its list of tools, and one answer for each expected call.

Knows no SDK: the scripts beside it hand in a connected client and plain JSON values.
"""

import asyncio
import json
import os
import sys
from collections.abc import Callable, Coroutine
from pathlib import Path
from typing import Any, Protocol

from jsonschema import Draft202012Validator


# What a client sends with each request over HTTP, a token for example.
HEADERS: dict[str, str] = json.loads(os.environ.get("MCP_HEADERS", "{}"))


def is_url(place: str) -> bool:
    """Whether the server is one that runs already, and not a command that starts it."""
    return place.startswith("http://")


class Difference(Exception):
    """A check did not hold."""


class Client(Protocol):
    """A connected client, whose answers are as they went over the wire."""

    era: str

    async def list(self) -> list[dict[str, Any]]: ...

    async def call(self, tool: str, arguments: dict[str, Any]) -> dict[str, Any]: ...


def show(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)


def check(holds: bool, what: str, detail: str = "") -> None:
    """Prints one line for a check, and ends the script at one that does not hold."""
    if not holds:
        print(f"FAIL {what}{detail and ': ' + detail}")
        raise Difference
    print(f"ok   {what}")


def same(actual: Any, expected: Any, what: str) -> None:
    check(actual == expected, what, f"expected {show(expected)}, got {show(actual)}")


def read_table(path: str) -> list[dict[str, Any]]:
    return json.loads(Path(path).read_text(encoding="utf-8"))


def check_list(tools: list[dict[str, Any]], calls: list[dict[str, Any]]) -> None:
    same([tool["name"] for tool in tools], sorted({call["tool"] for call in calls}), "the list has the tools of the table")
    for tool in tools:
        for key in ("inputSchema", "outputSchema"):
            if key in tool:
                Draft202012Validator.check_schema(tool[key])
                check(True, f"{tool['name']}: {key} is a JSON schema")
        takes = Draft202012Validator(tool["inputSchema"])
        for call in calls:
            if call["tool"] == tool["name"] and not call.get("isError") and "needs" not in call:
                faults = [fault.message for fault in takes.iter_errors(call["arguments"])]
                check(not faults, f"{tool['name']}: inputSchema admits {show(call['arguments'])}", "; ".join(faults))


def without_needs(rows: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """The rows without those of tools that need something of a client: these clients have nothing."""
    return [row for row in rows if "needs" not in row]


def check_answer(answer: dict[str, Any], call: dict[str, Any], era: str) -> None:
    what = f"{call['tool']}({show(call['arguments'])})"
    text = [{"type": "text", "text": call["text"]}] if "text" in call else []
    same(answer["content"], call.get("content", text), f"{what}: content")
    same(answer.get("structuredContent"), call.get("structured", {}).get(era), f"{what}: structuredContent")
    same(answer.get("isError") or False, call.get("isError", False), f"{what}: isError")


async def run(client: Client, calls: list[dict[str, Any]]) -> None:
    """Runs the whole table with a connected client."""
    check_list(await client.list(), calls)
    for call in without_needs(calls):
        check_answer(await client.call(call["tool"], call["arguments"]), call, client.era)


def start(main: Callable[..., Coroutine[Any, Any, None]]) -> None:
    """Runs a script's main function with its arguments; a difference, which has been printed, is exit code 1."""
    failed = False
    try:
        asyncio.run(main(*sys.argv[1:]))
    except* Difference:  # the SDK's task groups wrap it
        failed = True
    sys.exit(failed)

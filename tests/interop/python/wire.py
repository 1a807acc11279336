"""The raw answers of a server in every revision, held against the schema of that revision.

The SDK's own wire models (`mcp_types.methods`) are made from the published schemas; what they do not name they
drop. So an answer that comes back from them smaller than it went in has a member that the revision does not
know: no field of one era may leak into the other.

python wire.py REVISION TABLE COMMAND [ARGS…]
"""

import json
import subprocess
from typing import Any

from checks import check, read_table, same, show, start, without_needs
from mcp_types import jsonrpc, methods

MODERN = "2026-07-28"


class Server:
    """A server process and one conversation with it, line by line."""

    def __init__(self, revision: str, command: list[str]) -> None:
        self.revision = revision
        self.process = subprocess.Popen(command, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True, encoding="utf-8")
        self.id = 0

    def send(self, message: dict[str, Any]) -> None:
        assert self.process.stdin
        self.process.stdin.write(json.dumps({"jsonrpc": "2.0", **message}) + "\n")
        self.process.stdin.flush()

    def read(self) -> dict[str, Any]:
        assert self.process.stdout
        return json.loads(self.process.stdout.readline())

    def ask(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Sends a request and gives the answer as it was written."""
        self.id += 1
        if self.revision == MODERN:
            meta = {"protocolVersion": MODERN, "clientInfo": {"name": "wire", "version": "1"}, "clientCapabilities": {}}
            params = {**params, "_meta": {f"io.modelcontextprotocol/{key}": value for key, value in meta.items()}}
        self.send({"id": self.id, "method": method, "params": params})
        answer = self.read()
        while "method" in answer:  # a notification in between
            answer = self.read()
        same(answer.get("id"), self.id, f"{method}: the answer has the id of the request")
        check(set(answer) in ({"jsonrpc", "id", "result"}, {"jsonrpc", "id", "error"}), f"{method}: one result or error", show(answer))
        return answer

    def result(self, method: str, params: dict[str, Any]) -> dict[str, Any]:
        """Sends a request and checks the result against the revision's schema."""
        answer = self.ask(method, params)
        check("result" in answer, f"{method}: a result", show(answer))
        result = without_nulls(answer["result"])
        known = without_nulls(methods.serialize_server_result(method, self.revision, result))
        lost = list(missing(result, known, "result"))
        check(not lost, f"{method}: no member that {self.revision} does not know", ", ".join(lost))
        return result

    def close(self) -> None:
        assert self.process.stdin
        self.process.stdin.close()
        same(self.process.wait(10), 0, "the exit code after the end of input")


def without_nulls(value: Any) -> Any:
    """The models drop members that are null; so do we before comparing."""
    if isinstance(value, dict):
        return {key: without_nulls(member) for key, member in value.items() if member is not None}
    if isinstance(value, list):
        return [without_nulls(item) for item in value]
    return value


def missing(sent: Any, known: Any, path: str) -> Any:
    """The paths of all members that were sent and are not known."""
    if isinstance(sent, dict) and isinstance(known, dict):
        for key, member in sent.items():
            if key in known:
                yield from missing(member, known[key], f"{path}.{key}")
            else:
                yield f"{path}.{key}"
    elif isinstance(sent, list) and isinstance(known, list):
        for index, (left, right) in enumerate(zip(sent, known, strict=True)):
            yield from missing(left, right, f"{path}[{index}]")


async def main(revision: str, table: str, *command: str) -> None:
    server = Server(revision, list(command))
    if revision == MODERN:
        found = server.result("server/discover", {})
        same(found["supportedVersions"], [MODERN], "the supported versions")
    else:
        me = {"name": "wire", "version": "1"}
        hello = server.result("initialize", {"protocolVersion": revision, "capabilities": {}, "clientInfo": me})
        same(hello["protocolVersion"], revision, "the revision is echoed")
        server.send({"method": "notifications/initialized"})
        server.result("ping", {})
    for tool in server.result("tools/list", {})["tools"]:
        older = revision < "2025-06-18"
        check(not (older and {"title", "outputSchema"} & set(tool)), f"{tool['name']}: nothing newer than {revision}", show(tool))
    for call in without_needs(read_table(table)):
        params = {"name": call["tool"], "arguments": call["arguments"]}
        if call.get("refused") and revision < "2025-11-25":
            error = server.ask("tools/call", params)["error"]
            same((error["code"], error["message"]), (-32602, call["text"]), "arguments are refused with an error")
            continue
        result = server.result("tools/call", params)
        if revision < "2025-06-18":
            check("structuredContent" not in result, f"{call['tool']}: nothing newer than {revision}", show(result))
    jsonrpc.JSONRPCError.model_validate(server.ask("tools/call", {"name": "no such tool", "arguments": {}}))
    server.close()


start(main)

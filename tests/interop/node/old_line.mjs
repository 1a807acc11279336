// The official TypeScript client, old line (`@modelcontextprotocol/sdk` 1.x), as a peer. It knows the legacy
// era alone.
//
// node old_line.mjs legacy TABLE COMMAND [ARGS…]
// node old_line.mjs legacy TABLE URL

import { Client } from '@modelcontextprotocol/sdk/client/index.js';
import { StdioClientTransport } from '@modelcontextprotocol/sdk/client/stdio.js';
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js';
import {
    CallToolResultSchema, EmptyResultSchema, InitializeResultSchema, ListToolsResultSchema,
} from '@modelcontextprotocol/sdk/types.js';
import { headers, isUrl, main, run } from './checks.mjs';
import { checkWire, record } from './wire.mjs';

const SCHEMAS = {
    initialize: InitializeResultSchema,
    ping: EmptyResultSchema,
    'tools/list': ListToolsResultSchema,
    'tools/call': CallToolResultSchema,
};

const [, table, command, ...args] = process.argv.slice(2);

async function connect(command, args) {
    const client = new Client({ name: 'interop', version: '1.0.0' });
    const transport = isUrl(command)
        ? new StreamableHTTPClientTransport(new URL(command), { requestInit: { headers } })
        : new StdioClientTransport({ command, args });
    const answers = record(transport);
    await client.connect(transport);
    await client.ping();
    return {
        era: 'legacy',
        list: async () => (await client.listTools()).tools,
        call: (name, args) => client.callTool({ name, arguments: args }),
        close: async () => {
            if (isUrl(command)) await transport.terminateSession();
            await client.close();
            checkWire(answers, SCHEMAS);
        },
    };
}

await main(() => run(table, command, args, connect));

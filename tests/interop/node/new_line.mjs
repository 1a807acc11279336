// The official TypeScript client, new line (`@modelcontextprotocol/client` 2.x), as a peer.
//
// node new_line.mjs legacy|modern|auto TABLE COMMAND [ARGS…]
// node new_line.mjs legacy|modern|auto TABLE URL

import { Client, StreamableHTTPClientTransport } from '@modelcontextprotocol/client';
import { StdioClientTransport } from '@modelcontextprotocol/client/stdio';
import {
    CallToolResultSchema, DiscoverResultSchema, InitializeResultSchema, ListToolsResultSchema,
} from '@modelcontextprotocol/core';
import { headers, isUrl, main, run, same } from './checks.mjs';
import { checkWire, record } from './wire.mjs';

const MODERN = '2026-07-28';
const MODES = { legacy: 'legacy', modern: { pin: MODERN }, auto: 'auto' };

const SCHEMAS = {
    initialize: InitializeResultSchema,
    'server/discover': DiscoverResultSchema,
    'tools/list': ListToolsResultSchema,
    'tools/call': CallToolResultSchema,
};

/** The package's schemas are those of the legacy era; these members come with the modern one. */
const modernMembers = method =>
    method === 'tools/call' ? ['resultType', '_meta'] : ['resultType', 'ttlMs', 'cacheScope', '_meta'];

const [mode, table, command, ...args] = process.argv.slice(2);

async function connect(command, args) {
    const client = new Client({ name: 'interop', version: '1.0.0' }, { versionNegotiation: { mode: MODES[mode] } });
    const transport = isUrl(command)
        ? new StreamableHTTPClientTransport(new URL(command), { requestInit: { headers } })
        : new StdioClientTransport({ command, args });
    const answers = record(transport);
    await client.connect(transport);
    const era = mode === 'legacy' ? 'legacy' : 'modern';
    same(client.getProtocolEra(), era, 'the era');
    same(client.getNegotiatedProtocolVersion(), era === 'modern' ? MODERN : '2025-11-25', 'the revision');
    if (era === 'modern') await client.discover();
    return {
        era,
        list: async () => (await client.listTools()).tools,
        call: (name, args) => client.callTool({ name, arguments: args }),
        close: async () => {
            await client.close();
            checkWire(answers, SCHEMAS, era === 'modern' ? modernMembers : undefined);
        },
    };
}

await main(() => run(table, command, args, connect));

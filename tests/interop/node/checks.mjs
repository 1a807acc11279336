// What every TypeScript client checks of a server: its list of tools, and one answer for each
// expected call. Knows no SDK: the scripts beside it hand in a connected client.

import { readFileSync } from 'node:fs';
import { isDeepStrictEqual } from 'node:util';
import addFormats from 'ajv-formats';
import { Ajv } from 'ajv';
import { Ajv2020 } from 'ajv/dist/2020.js';

/** Whether the server is one that runs already, and not a command that starts it. */
export const isUrl = place => place.startsWith('http://');

/** What a client sends with each request over HTTP, a token for example: JSON in `MCP_HEADERS`. */
export const headers = JSON.parse(process.env.MCP_HEADERS ?? '{}');

/** Ends the script with the first difference. */
class Difference extends Error {}

const show = value => (value === undefined ? 'nothing' : JSON.stringify(value));

/** Prints one line for a check that holds, and stops at one that does not. */
export function check(holds, what, detail = '') {
    if (!holds) throw new Difference(`${what}${detail && `: ${detail}`}`);
    console.log(`ok   ${what}`);
}

export function same(actual, expected, what) {
    check(isDeepStrictEqual(actual, expected), what, `expected ${show(expected)}, got ${show(actual)}`);
}

/** Both dialects in use: older clients compile with draft 7, newer ones with 2020-12. */
function strictValidators() {
    // `allowUnionTypes`: "any JSON" is published as the list of all types, which is the plainest form
    // `x-mcp-header`: the protocol's own keyword
    const options = {
        strict: true, strictTypes: true, strictTuples: true, strictRequired: true, allowUnionTypes: true,
        keywords: ['x-mcp-header'],
    };
    return [new Ajv(options), new Ajv2020(options)].map(ajv => addFormats(ajv));
}

/** A schema that names its dialect is one written by hand: it is compiled as it wants to be, with any style. */
function validators(schema) {
    return schema.$schema === undefined ? strictValidators() : [addFormats(new Ajv2020({ strict: false }))];
}

function compiles(schema, what) {
    let validate;
    for (const ajv of validators(schema)) {
        try {
            validate = ajv.compile(schema);
        } catch (error) {
            check(false, what, `${error.message}\n${show(schema)}`);
        }
    }
    check(true, what);
    return validate;
}

/** Compiles every schema in strict mode and holds the names against the expected calls. */
function checkList(tools, calls) {
    const names = tools.map(tool => tool.name);
    same(names, [...new Set(calls.map(call => call.tool))].sort(), 'the list has the tools of the table, in name order');
    for (const tool of tools) {
        check(/^[A-Za-z0-9_-]{1,64}$/.test(tool.name), `${tool.name}: the name suits the strictest clients`);
        const takes = compiles(tool.inputSchema, `${tool.name}: the input schema compiles in strict mode`);
        if (tool.outputSchema) compiles(tool.outputSchema, `${tool.name}: the output schema compiles in strict mode`);
        for (const call of calls.filter(call => call.tool === tool.name && !call.isError && !call.needs)) {
            check(takes(call.arguments), `${tool.name}: the input schema admits ${show(call.arguments)}`, show(takes.errors));
        }
    }
}

/** Holds one answer against its row of the table. */
function checkAnswer(answer, call, era) {
    const what = `${call.tool}(${show(call.arguments)})`;
    const expected = call.content ?? (call.text === undefined ? [] : [{ type: 'text', text: call.text }]);
    same(answer.content, expected, `${what}: content`);
    same(answer.structuredContent, call.structured?.[era], `${what}: structuredContent`);
    same(answer.isError ?? false, call.isError ?? false, `${what}: isError`);
}

/**
 * Runs the whole table.
 *
 * `connect(command, args)` gives `{ era, list, call, close }`: the era that was agreed upon, all tools, the
 * answer to one call.
 */
export async function run(table, command, args, connect) {
    const rows = JSON.parse(readFileSync(table, 'utf8'));
    const client = await connect(command, args);
    checkList(await client.list(), rows);
    // These clients have nothing that a tool may need of them.
    const calls = rows.filter(row => row.needs === undefined);
    const answers = [];
    for (const call of calls) {
        answers.push(await client.call(call.tool, call.arguments));
        checkAnswer(answers.at(-1), call, client.era);
    }
    const again = await Promise.all(calls.map(call => client.call(call.tool, call.arguments)));
    same(again, answers, 'all calls at once get the same answers');
    await client.close();
}

/** Runs a script's main function and turns its outcome into the exit code. */
export async function main(body) {
    try {
        await body();
    } catch (error) {
        console.log(error instanceof Difference ? `FAIL ${error.message}` : `FAIL ${error.stack ?? error}`);
        process.exit(1);
    }
}

// The raw answers of a server, held against an SDK's own wire schemas, where a member that the schema does
// not name is a fault too: no field of one era may leak into the other.

import { check } from './checks.mjs';

/** Members that hold free JSON, whose insides no schema names. */
const FREE = new Set(['_meta', 'inputSchema', 'outputSchema', 'structuredContent', 'experimental', 'extensions']);

/** Listens at a transport of either SDK and keeps the answers together with the methods they answer. */
export function record(transport) {
    const methods = new Map();
    const answers = [];
    const send = transport.send.bind(transport);
    transport.send = (message, ...rest) => {
        if (message.id !== undefined && message.method) methods.set(message.id, message.method);
        return send(message, ...rest);
    };
    let receive;
    Object.defineProperty(transport, 'onmessage', {
        get: () =>
            receive &&
            ((message, ...rest) => {
                if (message.result) answers.push({ method: methods.get(message.id), result: message.result });
                return receive(message, ...rest);
            }),
        set: handler => (receive = handler),
    });
    return answers;
}

/** The paths of all members of `value` that the zod schema does not name. */
function unnamed(schema, value, path) {
    const inside = schema?.def;
    if (inside === undefined || value === null || typeof value !== 'object') return [];
    switch (inside.type) {
        case 'object':
            return Object.entries(value).flatMap(([key, member]) => {
                if (FREE.has(key)) return [];
                return key in inside.shape ? unnamed(inside.shape[key], member, `${path}.${key}`) : [`${path}.${key}`];
            });
        case 'array':
            return value.flatMap((item, index) => unnamed(inside.element, item, `${path}[${index}]`));
        case 'union': {
            const fitting = inside.options.filter(option => option.safeParse(value).success);
            const faults = fitting.map(option => unnamed(option, value, path));
            return faults.sort((left, right) => left.length - right.length)[0] ?? [];
        }
        case 'record':
            return Object.entries(value).flatMap(([key, member]) => unnamed(inside.valueType, member, `${path}.${key}`));
        case 'lazy':
            return unnamed(inside.getter(), value, path);
        case 'pipe':
            return unnamed(inside.in, value, path);
        default:
            return unnamed(inside.innerType, value, path);
    }
}

/**
 * Checks recorded answers. `schemas` has a zod schema for each method; `extra` names the members that an
 * answer must have beside those of its schema.
 */
export function checkWire(answers, schemas, extra = () => []) {
    check(answers.length > 0, 'answers were recorded');
    const count = new Map();
    for (const { method, result } of answers) {
        const schema = schemas[method];
        demand(schema !== undefined, `${method}: there is a schema`);
        const parsed = schema.safeParse(result);
        demand(parsed.success, `${method}: the answer fits the schema`, JSON.stringify(parsed.error?.issues));
        const added = extra(method);
        for (const key of added) demand(key in result, `${method}: \`${key}\` is there`);
        const rest = Object.fromEntries(Object.entries(result).filter(([key]) => !added.includes(key)));
        const faults = unnamed(schema, rest, 'result');
        demand(faults.length === 0, `${method}: the answer has no other members`, faults.join(', '));
        count.set(method, (count.get(method) ?? 0) + 1);
    }
    for (const [method, times] of count) check(true, `${method}: ${times} raw answers fit the wire schema`);
}

/** A check that is worth a line only when it fails. */
function demand(holds, what, detail) {
    if (!holds) check(false, what, detail);
}

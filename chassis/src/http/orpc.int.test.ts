import { readFileSync } from 'node:fs';
import { createServer, type Server } from 'node:http';
import type { AddressInfo } from 'node:net';
import { fileURLToPath } from 'node:url';
import { oc } from '@orpc/contract';
import { OpenAPIHandler } from '@orpc/openapi/node';
import { implement } from '@orpc/server';
import { experimental_ZodSmartCoercionPlugin as ZodSmartCoercionPlugin } from '@orpc/zod/zod4';
import { afterAll, beforeAll, expect, test } from 'vitest';
import { z } from 'zod';
import { contractHandler } from './orpc.ts';
import { toAppError } from './problem.ts';

const contract = {
  list: oc
    .route({ method: 'GET', path: '/things' })
    .input(
      z.object({
        limit: z.int().default(3),
        only: z.boolean().optional(),
        kinds: z.array(z.string()).optional(),
      }),
    )
    .output(z.unknown()),
  one: oc
    .route({ method: 'PUT', path: '/things/{id}', successStatus: 202 })
    .input(z.object({ id: z.string(), count: z.int() }))
    .output(z.object({ id: z.string(), count: z.int() })),
};
const impl = implement(contract).$context<object>();
const router = impl.router({
  list: impl.list.handler(({ input }) => input),
  one: impl.one.handler(({ input }) => ({ ...input, secret: 'not in the contract' })),
});

const servers: Server[] = [];
async function serve(
  handle: (...args: Parameters<Parameters<typeof createServer>[1] & {}>) => Promise<void>,
) {
  const server = createServer((req, res) => void handle(req, res));
  servers.push(server);
  await new Promise<void>(resolve => server.listen(0, '127.0.0.1', resolve));
  return `http://127.0.0.1:${(server.address() as AddressInfo).port}`;
}

let ours: string;
let theirs: string;
beforeAll(async () => {
  const handle = contractHandler(router, () => {}, 1_000);
  ours = await serve(async (req, res) => {
    const context = { responseHeaders: new Headers() } as Parameters<typeof handle>[2];
    const status = await handle(req, res, context).then(
      isMatched => !isMatched && 404,
      error => {
        return toAppError(error).kind === 'invalid' ? 400 : 500;
      },
    );
    if (status) res.writeHead(status).end();
  });
  const plugins = [new ZodSmartCoercionPlugin()];
  const own = new OpenAPIHandler(router, { plugins });
  theirs = await serve(async (req, res) => {
    const { matched } = await own.handle(req, res, { context: {} });
    if (!matched) res.writeHead(404).end();
  });
});
afterAll(() => {
  for (const server of servers) server.close();
});

test('orpc.ts was compared with this version of oRPC', () => {
  const manifest = new URL('../package.json', import.meta.resolve('@orpc/server'));
  const { version } = JSON.parse(readFileSync(fileURLToPath(manifest), 'utf8')) as { version: string };
  expect(
    version,
    'compare `call` and `contractHandler` in orpc.ts with StandardHandler of @orpc/server',
  ).toBe('1.16.1');
});

test('a procedure of oRPC has the fields that orpc.ts reads', () => {
  expect(router.one['~orpc']).toMatchObject({
    route: { method: 'PUT', path: '/things/{id}', successStatus: 202 },
    meta: {},
    inputSchema: { '~standard': { validate: expect.any(Function) } },
    outputSchema: { '~standard': { validate: expect.any(Function) } },
    outputValidationIndex: 0,
    handler: expect.any(Function),
  });
});

const put = (body: string) => ({ method: 'PUT', body, headers: { 'content-type': 'application/json' } });

test.each<[string, string, RequestInit?]>([
  ['defaults', '/things'],
  ['coerced query values', '/things?limit=7&only=true&kinds=a&kinds=b'],
  ['bracket notation', '/things?kinds[0]=a&kinds[1]=b'],
  ['a trailing slash', '/things/?limit=1'],
  ['an invalid query value', '/things?limit=many'],
  ['an unknown path', '/others'],
  ['another method', '/things', { method: 'DELETE' }],
  ['an encoded path parameter', '/things/a%20b', put('{"count":1}')],
  ['an invalid body', '/things/1', put('{"count":"many"}')],
  ['a body that is not JSON', '/things/1', put('{')],
  ['no body', '/things/1', { method: 'PUT' }],
])("%s: the reply is that of oRPC's own handler", async (_name, path, init) => {
  const replyOf = async (url: string) => {
    const reply = await fetch(`${url}${path}`, init);
    const body = reply.ok ? await reply.json() : await reply.text().then(() => undefined);
    return { status: reply.status, body };
  };
  expect(await replyOf(ours)).toEqual(await replyOf(theirs));
});

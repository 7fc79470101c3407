import { createServer, type IncomingMessage, type Server, type ServerResponse } from 'node:http';
import type { Part } from '../process/part.ts';
import { registry } from '../process/telemetry.ts';
import { drainOf } from './drain.ts';
import { type Address, listen, urlOf } from './listen.ts';

type Options = {
  name: string;
  host: string;
  /** The public port. */
  port: number;
  /** Default: `port` + 1000, or a free port if `port` is 0. */
  managementPort?: number | undefined;
  /** /readyz runs their checks. */
  parts: Part[];
  isDraining: () => boolean;
};

/** A server with its management server; the URLs have the actual ports once it has started. */
export type HttpPart = Part & { readonly url: string; readonly managementUrl: string };

/** Returns the part that listens with a new server and its management server. `stop` waits for open requests. */
export function servingPart(server: Server, options: Omit<Options, 'isDraining'>): HttpPart {
  const address: Address = { ...options, variable: 'PORT' };
  const drain = drainOf(server);
  const operators = management({ ...options, isDraining: drain.isDraining });
  return {
    name: `http ${options.name}`,
    get url() {
      return urlOf(server, address);
    },
    get managementUrl() {
      return operators.url;
    },
    async start() {
      await listen(server, address);
      await operators.start();
    },
    async stop() {
      await drain.finish();
      await operators.stop();
    },
  };
}

/** Serves /healthz, /readyz and /metrics on a port for operators. */
export function management({ name, host, port, managementPort, parts, isDraining }: Options) {
  const address: Address = {
    name,
    host,
    port: managementPort ?? managementPortOf(port),
    variable: 'MANAGEMENT_PORT',
  };
  const reply = processReplies(parts, isDraining);
  const server = createServer((req, res) => void reply(req, res).catch(() => res.destroy()));
  return {
    get url() {
      return urlOf(server, address);
    },
    start: () => listen(server, address),
    async stop(): Promise<void> {
      const closed = new Promise(resolve => server.close(resolve));
      server.closeAllConnections();
      await closed;
    },
  };
}

/** The default of MANAGEMENT_PORT. */
export const managementPortOf = (port: number): number => (port === 0 ? 0 : port + 1_000);

/** Returns the default management URL of a process from its public URL. */
export function managementUrlOf(url: string): string {
  const management = new URL(url);
  management.port = String(managementPortOf(Number(management.port || 80)));
  return management.origin;
}

const CHECK_MS = 2_000;

function sendJson(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  res.end(JSON.stringify(body));
}

async function checkPart(part: Part): Promise<[string, string]> {
  const late = new Promise<never>((_resolve, reject) =>
    setTimeout(() => reject(new Error(`no reply within ${CHECK_MS} ms`)), CHECK_MS).unref(),
  );
  try {
    await Promise.race([(async () => part.check?.())(), late]);
    return [part.name, 'ok'];
  } catch (error) {
    return [part.name, error instanceof Error ? error.message : String(error)];
  }
}

/** /healthz has the revision and the start time; /readyz each part's check, and 503 while draining. */
function processReplies(parts: Part[], isDraining: () => boolean) {
  const revision = process.env.REVISION || null;
  const startedAt = new Date(performance.timeOrigin).toISOString();
  return async ({ method, url }: IncomingMessage, res: ServerResponse): Promise<void> => {
    switch (method === 'GET' ? url : undefined) {
      case '/healthz':
        return sendJson(res, 200, { status: 'ok', revision, startedAt });
      case '/readyz': {
        const checks = Object.fromEntries(await Promise.all(parts.filter(part => part.check).map(checkPart)));
        const isReady = !isDraining() && Object.values(checks).every(state => state === 'ok');
        return sendJson(res, isReady ? 200 : 503, { status: isReady ? 'ready' : 'not ready', checks });
      }
      case '/metrics':
        res.writeHead(200, { 'content-type': registry.contentType });
        res.end(await registry.metrics());
        return;
      default:
        return sendJson(res, 404, { status: 'not found' });
    }
  };
}

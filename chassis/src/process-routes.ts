import type { IncomingMessage, ServerResponse } from 'node:http';
import type { Part } from './part.ts';
import { registry } from './telemetry.ts';

const CHECK_MS = 2_000;

function sendJson(res: ServerResponse, status: number, body: unknown): void {
  res.writeHead(status, { 'content-type': 'application/json', 'cache-control': 'no-store' });
  res.end(JSON.stringify(body));
}

async function checkPart(part: Part): Promise<[string, string]> {
  const late = new Promise<never>((_resolve, reject) =>
    setTimeout(() => reject(new Error(`no answer within ${CHECK_MS} ms`)), CHECK_MS).unref(),
  );
  try {
    await Promise.race([part.check?.(), late]);
    return [part.name, 'ok'];
  } catch (error) {
    return [part.name, error instanceof Error ? error.message : String(error)];
  }
}

/** Answers /healthz (alive), /readyz (each part's check; 503 while draining) and /metrics; 404 for the rest. */
export function processReplies(parts: Part[], isDraining: () => boolean) {
  return async ({ method, url }: IncomingMessage, res: ServerResponse): Promise<void> => {
    switch (method === 'GET' ? url : undefined) {
      case '/healthz':
        return sendJson(res, 200, { status: 'ok' });
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

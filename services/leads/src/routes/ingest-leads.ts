import { allow, contextOf } from '@closingwire/chassis/handlers';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import type { Request, Router } from 'express';
import { receiveBatch } from '../ingestion/receive-batch.ts';
import { rowsOf } from '../ingestion/row-source.ts';
import type { RouteDeps } from './deps.ts';
import { ingestionKeyOf } from './ingestion-key.ts';

const LINGER_MS = 10_000;

/** Lets the sender finish, so that it reads why it was refused, but not for ever. */
function discardRest(request: Request): void {
  if (request.complete) return;
  const timer = setTimeout(() => request.destroy(), LINGER_MS);
  request.once('close', () => clearTimeout(timer)).resume();
}

/** The ingestion API: the body is read as it comes, and the answer waits for the broker. */
export function ingestLeads(app: Router, deps: RouteDeps): void {
  const { path, access } = plainRoutes.ingestLeads;
  app.post(path, allow(access), async (request, response) => {
    try {
      const keyId = await ingestionKeyOf(deps.pg, contextOf(request).caller);
      response.json(await receiveBatch(deps, keyId, rowsOf(request)));
    } catch (error) {
      discardRest(request);
      throw error;
    }
  });
}

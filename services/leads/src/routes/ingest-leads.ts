import { allow, contextOf } from '@closingwire/chassis/plain-handler';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import type { Router } from 'express';
import { receiveBatch } from '../ingestion/receive-batch.ts';
import { rowsOf } from '../ingestion/row-source.ts';
import type { RouteDeps } from './deps.ts';
import { ingestionKeyOf } from './ingestion-key.ts';

/** The ingestion API: the body is read as it comes, and the answer waits for the broker. */
export function ingestLeads(app: Router, deps: RouteDeps): void {
  const { path, access } = plainRoutes.ingestLeads;
  app.post(path, allow(access), async (request, response) => {
    const keyId = await ingestionKeyOf(deps.pg, contextOf(request).caller);
    response.json(await receiveBatch(deps, keyId, rowsOf(request)));
  });
}

import { Readable } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@closingwire/chassis/app-error';
import { allow } from '@closingwire/chassis/handlers';
import { sql } from '@closingwire/chassis/pg';
import { parseInput } from '@closingwire/chassis/problem';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import { id } from '@closingwire/contracts/primitive';
import type { Router } from 'express';
import { escapeLiteral } from 'pg';
import type { RouteDeps } from '../context.ts';
import { copyRows } from '../copy-rows.ts';
import { sendAsFile } from './send-as-file.ts';
import { rejectedRows } from './stored-rejects.ts';

/** Returns the cells left out of a delivery as CSV. COPY takes no parameters. */
const droppedCells = (batchId: string) => `copy (
    select line, csv_text(field) as field, csv_text(message) as reason from dropped_cells
    where batch_id = ${escapeLiteral(batchId)} order by line, field) to stdout with (format csv, header)`;

/** Streams the rejected rows of a delivery, or the cells left out, by line. */
export function rejectsFile(app: Router, deps: RouteDeps): void {
  const { copies, pg } = deps;
  const { path, access } = plainRoutes.deliveryRejects;
  app.get(path.replace('{batchId}', ':batchId'), allow(access), async (request, response) => {
    const batchId = parseInput(id, request.params.batchId);
    const batch = await pg.maybe<{ header: string | null }>(
      sql`select header from batches where id = ${batchId}`,
    );
    if (!batch) throw new AppError('missing', 'not_found', 'There is no such delivery');
    if (request.query.of !== 'cells') {
      sendAsFile(response, `rejects-${batchId}.csv`);
      return pipeline(Readable.from(rejectedRows(deps, batchId, batch.header)), response);
    }
    return copyRows(await copies.pool.connect(), droppedCells(batchId), rows => {
      sendAsFile(response, `cells-left-out-${batchId}.csv`);
      response.write('\ufeff');
      return pipeline(rows, response);
    });
  });
}

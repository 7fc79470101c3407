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

/** Returns the lines of a delivery's file. COPY takes no parameters. */
const linesOf = (batchId: string) => {
  const batch = escapeLiteral(batchId);
  return `copy (
    select line, csv_text(field) as field, csv_text(message) as reason, effect from (
      select line, field, message, 'row rejected' as effect from rejects where batch_id = ${batch}
      union all
      select line, field, message, 'cell left out' from dropped_cells where batch_id = ${batch}) r
    order by line, field) to stdout with (format csv, header)`;
};

/** Streams the rejected rows and the cells left out of a delivery, by line. */
export function rejectsFile(app: Router, { copies }: RouteDeps): void {
  const { path, access } = plainRoutes.deliveryRejects;
  app.get(path.replace('{batchId}', ':batchId'), allow(access), async (request, response) => {
    const batchId = parseInput(id, request.params.batchId);
    if (!(await copies.returnsRow(sql`select from batches where id = ${batchId}`))) {
      throw new AppError('missing', 'not_found', 'There is no such delivery');
    }
    await copyRows(await copies.pool.connect(), linesOf(batchId), rows => {
      response.setHeader('content-type', 'text/csv; charset=utf-8');
      response.setHeader('content-disposition', `attachment; filename="rejects-${batchId}.csv"`);
      response.write('\ufeff');
      return pipeline(rows, response);
    });
  });
}

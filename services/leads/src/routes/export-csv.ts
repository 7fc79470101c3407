import type { IncomingMessage } from 'node:http';
import { Transform } from 'node:stream';
import { pipeline } from 'node:stream/promises';
import { allow, contextOf } from '@closingwire/chassis/handlers';
import { asUser } from '@closingwire/chassis/identity';
import { parseInput } from '@closingwire/chassis/problem';
import { agentFilters } from '@closingwire/contracts/leads';
import { plainRoutes } from '@closingwire/contracts/plain-routes';
import express from 'express';
import { CSV_HEADER, streamClosingsCsv } from '../db/closings-csv.ts';
import { noteExport } from '../db/export-log.ts';
import { dashboardFilter } from './dashboard-filter.ts';
import type { RouteDeps } from './deps.ts';
import { readableZips } from './lead-reader.ts';

/** Cells hold no line breaks (they are taken out at ingestion), so each LF ends a row; RFC 4180 wants CRLF. */
function withCrlf(): Transform {
  return new Transform({
    transform(chunk: Buffer, _encoding, done) {
      done(null, Buffer.from(chunk.toString('latin1').replaceAll('\n', '\r\n'), 'latin1'));
    },
  });
}

const wantsCsv = (request: IncomingMessage) => /text\/csv/i.test(request.headers.accept ?? '');

/** The export of the contract as a file, for those who accept text/csv: the same rows, while they are read. */
export function exportCsv(app: express.Router, deps: RouteDeps): void {
  const { path, access } = plainRoutes.exportAgentsCsv;
  app.post(
    path,
    (request, _response, next) => next(wantsCsv(request) ? undefined : 'router'),
    allow(access),
    express.json({ limit: '16kb' }),
    async (request, response) => {
      const filters = parseInput(agentFilters, request.body ?? {});
      const now = deps.clock();
      const { caller, request: from } = contextOf(request);
      const zips = await readableZips(deps, caller, filters.zipCode);
      await noteExport(deps.pg, { userId: asUser(caller).id, format: 'csv', filters, from }, now);
      await streamClosingsCsv(deps.pg, dashboardFilter(zips, filters, now), async lines => {
        response.setHeader('content-type', 'text/csv; charset=utf-8');
        response.setHeader('cache-control', 'no-store');
        const day = now.toISOString().slice(0, 10);
        response.setHeader('content-disposition', `attachment; filename="custom-agent-filter-${day}.csv"`);
        response.write(`${CSV_HEADER}\r\n`);
        await pipeline(lines, withCrlf(), response);
      });
    },
  );
}

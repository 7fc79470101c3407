import type { FileHandle } from 'node:fs/promises';
import { pipeline } from 'node:stream/promises';
import { AppError } from '@closingwire/chassis/app-error';
import { contextOf } from '@closingwire/chassis/handlers';
import type { Clock } from '@closingwire/chassis/part';
import type { Reject } from '@closingwire/contracts/ingestion';
import type { Response } from 'express';
import { latestSaleDay } from '../reading/day.ts';
import { unpackLimits } from '../reading/limits.ts';
import { rowReader } from '../reading/row-reader.ts';
import type { SourceRow } from '../reading/rows.ts';
import { temporaryFile } from '../reading/temporary-file.ts';
import type { Delivery } from './receive-batch.ts';
import { cellsOf, faultsOf, headerOf, rejectedRowsCsv } from './rejected-rows.ts';
import { sendAsFile } from './send-as-file.ts';

/**
 * Writes the rejected rows of a body that is only read. A client reads no reply while it sends, so they wait in a
 * temporary file without a name.
 */
async function writeRejects(file: FileHandle, delivery: Delivery, now: Date): Promise<void> {
  let found: { reject: Reject; row: SourceRow }[] = [];
  let csv: ReturnType<typeof rejectedRowsCsv> | undefined;
  let bytes = 0;
  const nothing = () => {};
  const reader = rowReader(latestSaleDay(now), delivery.dateOrder, {
    states: delivery.states,
    ...{ pass: nothing, drop: nothing, repaired: nothing },
    reject: (reject, row) => void found.push({ reject, row }),
  });

  async function write(text: string): Promise<void> {
    bytes += (await file.write(text)).bytesWritten;
    if (bytes <= unpackLimits.spooledBytes) return;
    throw new AppError(
      'too-large',
      'too_many_rejects',
      `Expected at most ${unpackLimits.spooledBytes} bytes of rejected rows; got more; check a part of the file`,
    );
  }

  async function flush(): Promise<void> {
    const form = delivery.form();
    if (!csv) {
      csv = rejectedRowsCsv(headerOf(form), { isStored: false });
      await write(csv.head());
    }
    const rows = found.map(({ reject, row }) => ({
      sheetRow: row.sheetRow ?? row.line,
      faults: faultsOf(reject),
      cells: cellsOf(row, form),
    }));
    found = [];
    if (rows.length > 0) await write(csv.lines(rows));
  }

  for await (const rows of delivery.rows) {
    reader.take(rows);
    if (found.length > 0) await flush();
  }
  reader.end();
  await flush();
}

/** Replies with the rows of a body that a delivery would reject. Stores nothing. */
export async function sendCheckRejects(
  { clock }: { clock: Clock },
  delivery: Delivery,
  response: Response,
): Promise<void> {
  const file = await temporaryFile();
  try {
    await writeRejects(file, delivery, clock());
    response.setHeaders(contextOf(response.req).responseHeaders);
    sendAsFile(response, 'rejects-check.csv');
    await pipeline(file.createReadStream({ start: 0, autoClose: false }), response);
  } finally {
    await file.close();
  }
}

import type { Reject, Repair } from '@closingwire/contracts/ingestion';
import { type Field, leadField } from '@closingwire/contracts/lead-fields';
import type { ReceivedLead } from '@closingwire/contracts/leads';
import { orderProof } from './date-order.ts';
import type { DateOrder } from './day.ts';
import { FieldError } from './fields.ts';
import { leadReader } from './read-lead.ts';
import type { SourceRow } from './rows.ts';

export type Repaired = { line: number; field: string; repair: Repair; from: string };

/** Receives the results of reading. Lines and fields are the source's. */
export type RowHandling = {
  pass(lead: ReceivedLead): void;
  reject(reject: Reject): void;
  /** A cell is left out of a row that is kept. */
  drop(dropped: Reject): void;
  repaired(repaired: Repaired): void;
};

/** Rows that wait at most until the order of day and month is known. */
const MAX_HELD = 10_000;

const withListing = (lead: ReceivedLead, listingKey: string | undefined): ReceivedLead =>
  listingKey === undefined ? lead : Object.assign(lead, { listingKey });

/**
 * Reads rows. A day such as 3/9/2026 is read in the order that the file as a whole proves, by default month first:
 * rows wait until a day such as 13/2/2026 decides. `dateOrder` is the order that the source declares.
 */
export function rowReader(latest: string, dateOrder: DateOrder | undefined, handling: RowHandling) {
  let order = dateOrder;
  let held: SourceRow[] = [];
  const proof = orderProof(latest);
  let current: SourceRow | undefined;
  let dropped: Reject[] = [];
  let repaired: Repaired[] = [];

  const nameOf = (field: Field) => current?.nameOf?.(field.name) ?? field.name;
  const read = leadReader(latest, {
    dropped: (field, message) => dropped.push({ line: current?.line ?? 0, field: nameOf(field), message }),
    repaired: (field, repair, from) =>
      repaired.push({ line: current?.line ?? 0, field: nameOf(field), repair, from }),
  });

  /** Reports the cells of a row that is kept. */
  function reportCells(): void {
    for (const cell of dropped) handling.drop(cell);
    for (const cell of repaired) handling.repaired(cell);
  }

  function readRow(row: SourceRow): void {
    const { line, lead, nameOf, problem, cells, width = 0, listingKey } = row;
    current = row;
    if (!lead) {
      handling.reject({ line, field: '', message: problem ?? 'Expected a lead' });
      return;
    }
    if (dropped.length > 0) dropped = [];
    if (repaired.length > 0) repaired = [];
    try {
      handling.pass(withListing(read(lead, order ?? 'month-first'), listingKey));
      reportCells();
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      const isCut = cells && cells.length < width;
      const cut = isCut ? `; the row has ${cells.length} of ${width} columns` : '';
      handling.reject({ line, field: nameOf?.(error.field) ?? error.field, message: error.message + cut });
    }
  }

  function decide(): void {
    order = proof.order() ?? 'month-first';
    const { dayFirst } = proof;
    if (dayFirst)
      handling.repaired({
        ...dayFirst,
        field: leadField.soldDate.column,
        repair: 'day-first',
        from: dayFirst.text,
      });
    const rows = held;
    held = [];
    for (const row of rows) readRow(row);
  }

  function take(row: SourceRow): void {
    if (order) {
      readRow(row);
      return;
    }
    const isOpen = proof.look(row);
    const isHeld = held.length > 0 || isOpen || proof.dayFirst !== undefined;
    if (isHeld) held.push(row);
    if (proof.order() === 'month-first' || held.length >= MAX_HELD) decide();
    if (!isHeld) readRow(row);
  }

  return {
    take: (rows: readonly SourceRow[]) => rows.forEach(take),
    end: () => (order ? undefined : decide()),
    get dateOrder(): DateOrder {
      return order ?? 'month-first';
    },
  };
}

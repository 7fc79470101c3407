import { AppError } from '@closingwire/chassis/app-error';
import type { Reject, Repair } from '@closingwire/contracts/ingestion';
import { type Field, leadField } from '@closingwire/contracts/lead-fields';
import type { ReceivedLead } from '@closingwire/contracts/leads';
import { type DateOrder, orderOf } from './day.ts';
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

const dayFields = [leadField.soldDate, leadField.listedDate];

type Proof = { line: number; text: string };

const mixed = (month: Proof, day: Proof) =>
  new AppError(
    'invalid',
    'mixed_dates',
    `Expected one order of day and month; got '${month.text}' in line ${month.line} and '${day.text}' in line ${day.line}`,
  );

const withListing = (lead: ReceivedLead, listingKey: string | undefined): ReceivedLead =>
  listingKey === undefined ? lead : Object.assign(lead, { listingKey });

/**
 * Reads rows. A day such as 3/9/2026 is read in the order that the file as a whole proves, by default month first:
 * rows wait until a day such as 13/2/2026 decides. `dateOrder` is the order that the source declares.
 */
export function rowReader(latest: string, dateOrder: DateOrder | undefined, handling: RowHandling) {
  let order = dateOrder;
  let held: SourceRow[] = [];
  let monthFirst: Proof | undefined;
  let dayFirst: Proof | undefined;
  let current: SourceRow | undefined;

  const nameOf = (field: Field) => current?.nameOf?.(field.name) ?? field.name;
  const read = leadReader(latest, {
    dropped: (field, message) => handling.drop({ line: current?.line ?? 0, field: nameOf(field), message }),
    repaired: (field, repair, from) =>
      handling.repaired({ line: current?.line ?? 0, field: nameOf(field), repair, from }),
  });

  function readRow(row: SourceRow): void {
    const { line, lead, nameOf, problem, cells, width = 0, listingKey } = row;
    current = row;
    if (!lead) {
      handling.reject({ line, field: '', message: problem ?? 'Expected a lead' });
      return;
    }
    try {
      handling.pass(withListing(read(lead, order ?? 'month-first'), listingKey));
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      const isCut = cells && cells.length < width;
      const cut = isCut ? `; the row has ${cells.length} of ${width} columns` : '';
      handling.reject({ line, field: nameOf?.(error.field) ?? error.field, message: error.message + cut });
    }
  }

  /** Notes what the days of a row prove. Returns whether it has a day that is open. */
  function look({ line, lead }: SourceRow): boolean {
    let isOpen = false;
    for (const field of dayFields) {
      const text = lead?.(field);
      if (typeof text !== 'string' || text.charCodeAt(4) === 45) continue;
      const proof = orderOf(text.trim(), latest);
      if (proof === 'month-first') monthFirst ??= { line, text };
      if (proof === 'day-first') dayFirst ??= { line, text };
      isOpen ||= proof === 'open';
    }
    return isOpen;
  }

  function decide(): void {
    if (monthFirst && dayFirst) throw mixed(monthFirst, dayFirst);
    order = dayFirst ? 'day-first' : 'month-first';
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
    const isOpen = look(row);
    const isHeld = held.length > 0 || isOpen || dayFirst !== undefined;
    if (isHeld) held.push(row);
    if ((monthFirst && !dayFirst) || held.length >= MAX_HELD) decide();
    else if (monthFirst && dayFirst) throw mixed(monthFirst, dayFirst);
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

import type { Reject, Repair } from '@closingwire/contracts/ingestion';
import { type Field, leadField } from '@closingwire/contracts/lead-fields';
import type { ReceivedLead } from '@closingwire/contracts/leads';
import { orderProof, type ShownDay } from './date-order.ts';
import type { DateOrder, OneOrder } from './day.ts';
import { FieldError } from './fields.ts';
import { leadReader } from './read-lead.ts';
import type { SourceRow } from './rows.ts';

export type Repaired = { line: number; field: string; repair: Repair; from: string };

/** Receives the results of reading. Lines and fields are the source's. */
export type RowHandling = {
  pass(lead: ReceivedLead, row: SourceRow): void;
  reject(reject: Reject, row: SourceRow): void;
  /** A cell is left out of a row that is kept. */
  drop(dropped: Reject): void;
  repaired(repaired: Repaired): void;
  /** The states that the license of the source covers, null or missing for all. */
  states?: readonly string[] | null;
  /** Called for each row whose state the license does not cover; such a row is rejected. */
  uncovered?(state: string): void;
};

/** Rows that wait at most until all of the file is known. */
const MAX_HELD = 10_000;

const otherThan = (order: OneOrder): OneOrder => (order === 'day-first' ? 'month-first' : 'day-first');

const withListing = (lead: ReceivedLead, listingKey: string | undefined): ReceivedLead =>
  listingKey === undefined ? lead : Object.assign(lead, { listingKey });

/** Reads one row after another, and reports the cells of rows that are kept. */
function singleRowReader(latest: string, handling: RowHandling) {
  let current: SourceRow | undefined;
  let dropped: Reject[] = [];
  let repaired: Repaired[] = [];

  const nameOf = (field: Field) => current?.nameOf?.(field.name) ?? field.name;
  const read = leadReader(latest, {
    states: handling.states ?? null,
    uncovered: handling.uncovered,
    dropped: (field, message) => dropped.push({ line: current?.line ?? 0, field: nameOf(field), message }),
    repaired: (field, repair, from) =>
      repaired.push({ line: current?.line ?? 0, field: nameOf(field), repair, from }),
  });

  return (row: SourceRow, order: DateOrder, bothOrders: string): void => {
    const { line, lead, nameOf, problem, cells, width = 0, listingKey } = row;
    current = row;
    if (!lead) {
      handling.reject({ line, field: '', message: problem ?? 'Expected a lead' }, row);
      return;
    }
    if (dropped.length > 0) dropped = [];
    if (repaired.length > 0) repaired = [];
    try {
      handling.pass(withListing(read(lead, order, bothOrders), listingKey), row);
      for (const cell of dropped) handling.drop(cell);
      for (const cell of repaired) handling.repaired(cell);
    } catch (error) {
      if (!(error instanceof FieldError)) throw error;
      const isCut = cells && cells.length < width;
      const cut = isCut ? `; the row has ${cells.length} of ${width} columns` : '';
      const faultOf = ({ field, message }: FieldError) => ({ field: nameOf?.(field) ?? field, message });
      const [first, ...further] = [error, ...error.further].map(faultOf);
      const { field = '', message = '' } = first ?? {};
      const others = further.length > 0 && { further };
      handling.reject({ line, field, message: message + cut, ...others }, row);
    }
  };
}

/**
 * Reads rows. A day such as 3/9/2026 is read in the order that the file as a whole proves, by default month first. If
 * the file proves both, such days are refused. Rows wait for that, `MAX_HELD` at most; a later proof of the other order
 * is reported. `dateOrder` is the order that the source declares.
 */
export function rowReader(latest: string, dateOrder: DateOrder | undefined, handling: RowHandling) {
  const proof = orderProof(latest);
  const readOne = singleRowReader(latest, handling);
  let order = dateOrder;
  let bothOrders = '';
  let held: SourceRow[] = [];

  // Without an order no row with a day that needs one is read.
  const readRow = (row: SourceRow) => readOne(row, order ?? 'mixed', bothOrders);

  function report(repair: Repair, shown: ShownDay | undefined): void {
    if (!shown) return;
    const { line, text } = shown;
    handling.repaired({ line, field: leadField.soldDate.column, repair, from: text });
  }

  function decide(): void {
    order = proof.order ?? 'month-first';
    if (order === 'day-first') report('day-first', proof.shownBy(order));
    if (order === 'mixed') bothOrders = proof.bothOrders;
    const rows = held;
    held = [];
    rows.forEach(readRow);
  }

  /** Rows with the decided order are sent already, so it stays as it is for them. */
  function refuseOrder(shown: ShownDay | undefined): void {
    report('late-order', shown);
    bothOrders = proof.bothOrders;
    order = 'mixed';
  }

  /** Takes a row before the order is decided. Returns whether the row waits. */
  function waits(row: SourceRow): boolean {
    const needsOrder = proof.look(row);
    if (!needsOrder && held.length === 0) return false;
    held.push(row);
    if (proof.proven === 'mixed' || held.length >= MAX_HELD) decide();
    return true;
  }

  function checkOrder(row: SourceRow, decided: OneOrder): void {
    proof.lookForOther(row, decided);
    const { proven } = proof;
    if (proven && proven !== decided) refuseOrder(proof.shownBy(otherThan(decided)));
  }

  function take(row: SourceRow): void {
    if (!order && waits(row)) return;
    if (!dateOrder && order && order !== 'mixed') checkOrder(row, order);
    readRow(row);
  }

  return {
    take: (rows: readonly SourceRow[]) => rows.forEach(take),
    end: () => (order ? undefined : decide()),
    get dateOrder(): DateOrder {
      return order ?? 'month-first';
    },
  };
}

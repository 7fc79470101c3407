import { createReadStream } from 'node:fs';
import type { Mapping } from '../reading/columns.ts';
import { orderProof } from '../reading/date-order.ts';
import type { DateOrder } from '../reading/day.ts';
import { type Form, openRows } from '../reading/open-rows.ts';

/** How the order of day and month is known. `no-days`: the file has no day such as 3/9/2026. */
export type OrderBasis = 'given' | 'proven' | 'assumed' | 'no-days';

/** Decisions that the whole file makes, so that each request is read alike. */
export type Survey = {
  form: Form;
  order: DateOrder;
  orderBasis: OrderBasis;
  /** The days that prove both orders, if the order is `mixed`. */
  bothOrders: string;
  /** Counts the rows, if all were read. */
  rows: number | undefined;
};

/** Reads a file; `onRead` receives the count of bytes so far. */
export async function* fileBytes(
  path: string,
  onRead: (bytes: number) => void = () => {},
): AsyncIterable<Buffer> {
  const file = createReadStream(path);
  for await (const bytes of file as AsyncIterable<Buffer>) {
    onRead(file.bytesRead);
    yield bytes;
  }
}

/** Finds days such as 3/9/2026; `\/` is a slash in JSON. It also finds other numbers, which costs time only. */
const dayInNumbers = /\D\d{1,2}(?:\\?\/|[-.])\d{1,2}(?:\\?\/|[-.])\d{2}/;
const LONGEST_DAY = 12;

/** Whether the bytes of a file may contain a day such as 3/9/2026. Costs far less than reading its rows. */
export async function mayHaveNumericDays(bytes: AsyncIterable<Buffer>): Promise<boolean> {
  let rest = '\n';
  for await (const chunk of bytes) {
    const text = rest + chunk.toString('latin1');
    if (dayInNumbers.test(text)) return true;
    rest = text.slice(-LONGEST_DAY);
  }
  return false;
}

type Options = { mapping: Mapping; latest: string; order: DateOrder | undefined };

/**
 * Reads as much of a file as its decisions need: of a packed file everything, which also proves that it is complete.
 * Throws the error of the reading layer if the file is empty, has no rows or cannot be read.
 */
export async function surveyFile(
  bytesOf: () => AsyncIterable<Buffer>,
  { mapping, latest, order }: Options,
): Promise<Survey> {
  const { rows, form } = await openRows(bytesOf(), { mapping });
  const proof = orderProof(latest);
  let count = 0;
  let isWhole = true;
  let hasDays: boolean | undefined;

  /** Whether the rest of the file decides nothing. */
  async function isEnough(): Promise<boolean> {
    const { container, encoding } = form().format;
    if (count === 0 || container !== 'none') return false;
    if (order || proof.proven === 'mixed') return true;
    if (proof.hasNumericDays || encoding?.startsWith('utf-16')) return false;
    hasDays ??= await mayHaveNumericDays(bytesOf());
    return !hasDays;
  }

  for await (const some of rows) {
    count += some.length;
    if (!order) for (const row of some) proof.look(row);
    isWhole = !(await isEnough());
    if (!isWhole) break;
  }
  const proven = order ?? proof.order;
  const unproven = proof.hasNumericDays ? 'assumed' : 'no-days';
  return {
    form: form(),
    order: proven ?? 'month-first',
    orderBasis: order ? 'given' : proven ? 'proven' : unproven,
    bothOrders: proven === 'mixed' ? proof.bothOrders : '',
    rows: isWhole ? count : undefined,
  };
}

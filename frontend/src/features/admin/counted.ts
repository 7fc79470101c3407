import { MOST_COUNTED } from '@closingwire/contracts/counted';

/** "1 entry", "3,120 entries"; "More than 10,000 entries" above the counted maximum. */
export function countedText(total: number, one: string, many: string): string {
  if (total > MOST_COUNTED) return `More than ${MOST_COUNTED.toLocaleString('en-US')} ${many}`;
  return `${total.toLocaleString('en-US')} ${total === 1 ? one : many}`;
}

export const pagedTotal = (total: number): number => Math.min(total, MOST_COUNTED);

/** Returns the loading text or the count of a list; empty if reading it failed. */
export function listText<Data>(
  { data, isError }: { data: Data | undefined; isError: boolean },
  loading: string,
  countOf: (data: Data) => string | undefined,
): string {
  if (isError) return '';
  return data === undefined ? loading : (countOf(data) ?? '');
}

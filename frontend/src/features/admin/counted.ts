import { MOST_COUNTED } from '@closingwire/contracts/counted';

/** "1 entry", "3,120 entries", and "More than 10,000 entries" where no more are counted. */
export function countedText(total: number, one: string, many: string): string {
  if (total > MOST_COUNTED) return `More than ${MOST_COUNTED.toLocaleString('en-US')} ${many}`;
  return `${total.toLocaleString('en-US')} ${total === 1 ? one : many}`;
}

/** How many of them can be paged through. */
export const pagedTotal = (total: number): number => Math.min(total, MOST_COUNTED);

/** What a panel states about its list: that it loads, or its count. A list that could not be read has no count. */
export function listText<Data>(
  { data, isError }: { data: Data | undefined; isError: boolean },
  loading: string,
  countOf: (data: Data) => string | undefined,
): string {
  if (isError) return '';
  return data === undefined ? loading : (countOf(data) ?? '');
}

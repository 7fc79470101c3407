import { invalidRequest } from './api-error.ts';

type Page = { limit: number; starting_after?: string | undefined; ending_before?: string | undefined };

/** One page of `objects` (newest first) with Stripe's pagination fields. */
export function listPage<Item extends { id: string }>(url: string, objects: Item[], page: Page) {
  const position = (id: string) => {
    const index = objects.findIndex(object => object.id === id);
    if (index === -1) throw invalidRequest(`No such object: '${id}'`, 'starting_after', 'resource_missing');
    return index;
  };
  if (page.ending_before !== undefined) {
    const end = position(page.ending_before);
    const start = Math.max(0, end - page.limit);
    return { object: 'list' as const, url, has_more: start > 0, data: objects.slice(start, end) };
  }
  const start = page.starting_after === undefined ? 0 : position(page.starting_after) + 1;
  const data = objects.slice(start, start + page.limit);
  return { object: 'list' as const, url, has_more: start + data.length < objects.length, data };
}

export type Page = { page: number; perPage: number };

/**
 * The Link header of a list. `page` stands first: the clients take the text after the first '='.
 * Addresses are relative to where the protocol is mounted.
 */
export function pageLinks(path: string, { page, perPage }: Page, total: number): string {
  const last = Math.ceil(total / perPage);
  const link = (number: number, rel: string) => `<${path}?page=${number}&per_page=${perPage}>; rel="${rel}"`;
  return [...(last > page ? [link(page + 1, 'next')] : []), link(last, 'last')].join(', ');
}

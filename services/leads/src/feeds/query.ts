import { FeedError } from './feed-error.ts';
import { type Metadata, selectableOf } from './metadata.ts';
import type { Page } from './odata-client.ts';
import { keyFields, type ResoRow, type ResourceName } from './reso-fields.ts';

export type QueryOptions = {
  filter: readonly string[];
  select?: readonly string[] | undefined;
  orderBy?: string;
  top?: number | undefined;
};

/** Encodes the options of a query; spaces as %20, since not every server reads `+`. */
export function pathOf(resource: ResourceName, { filter, select, orderBy, top }: QueryOptions): string {
  const options: [string, string | undefined][] = [
    ['$filter', filter.join(' and ') || undefined],
    ['$select', select?.join(',')],
    ['$orderby', orderBy],
    ['$top', top?.toString()],
  ];
  const given = options.filter(([, value]) => value !== undefined);
  return `${resource}?${given.map(([name, value]) => `${name}=${encodeURIComponent(value ?? '')}`).join('&')}`;
}

export const literal = (text: string): string => `'${text.replaceAll("'", "''")}'`;

/** The server of a pull, with its known habits. */
export type Service = {
  page(address: string): Promise<Page>;
  metadata: Metadata;
  originatingSystem: string | null;
  /** Rows of a page that the server accepts as `$top`; undefined: it gets none. */
  top: number | undefined;
  /** Whether the server reads `in`, else `or`. */
  hasIn: boolean;
};

/** The condition that every query of the feed has. */
export const ofSystem = ({ originatingSystem }: Service): string[] =>
  originatingSystem === null ? [] : [`OriginatingSystemName eq ${literal(originatingSystem)}`];

export const selectOf = ({ metadata }: Service, resource: ResourceName) => selectableOf(metadata, resource);

const smallerTop: ReadonlyMap<number | undefined, number | undefined> = new Map([
  [1_000, 200],
  [200, undefined],
]);

/** Sends a query. If the server refuses `$top`, it asks for fewer rows, and remembers that. */
export async function ask(service: Service, resource: ResourceName, options: QueryOptions): Promise<Page> {
  try {
    return await service.page(pathOf(resource, { ...options, top: service.top }));
  } catch (error) {
    const isRefused = error instanceof FeedError && error.kind === 'refused' && error.status === 400;
    if (!isRefused || service.top === undefined) throw error;
    const { top } = service;
    service.top = smallerTop.get(top);
    try {
      return await ask(service, resource, options);
    } catch (again) {
      // The size was not the reason.
      service.top = top;
      throw again;
    }
  }
}

/** Gets the page of a link. Throws for a link that leads to itself, which would never end. */
export function follow(service: Service, link: string, from: string | undefined): Promise<Page> {
  if (link === from)
    throw new FeedError('refused', 'Expected a next link to another page; it leads to the same one');
  return service.page(link);
}

/** Yields the rows of a query and of all pages that follow it. */
async function* chain(service: Service, first: Page): AsyncGenerator<ResoRow[]> {
  let from: string | undefined;
  for (let page = first; ; ) {
    yield page.rows;
    const { nextLink } = page;
    if (nextLink === undefined) return;
    page = await follow(service, nextLink, from);
    from = nextLink;
  }
}

const MOST_KEYS = 50;
/** MLS Grid permits five `or`. */
const MOST_ORS = 5;

const conditionOf = (field: string, keys: readonly string[], hasIn: boolean) =>
  hasIn
    ? `${field} in (${keys.map(literal).join(',')})`
    : `(${keys.map(key => `${field} eq ${literal(key)}`).join(' or ')})`;

/** Yields the rows that have these keys, a group at a time. */
export async function* rowsByKey(
  service: Service,
  resource: ResourceName,
  keys: readonly string[],
): AsyncGenerator<{ keys: readonly string[]; rows: ResoRow[] }> {
  const field = keyFields[resource];
  for (let at = 0; at < keys.length; ) {
    const group = keys.slice(at, at + (service.hasIn ? MOST_KEYS : MOST_ORS));
    const filter = [...ofSystem(service), conditionOf(field, group, service.hasIn)];
    try {
      const first = await ask(service, resource, { filter, select: selectOf(service, resource) });
      const rows: ResoRow[] = [];
      for await (const page of chain(service, first)) rows.push(...page);
      yield { keys: group, rows };
      at += group.length;
    } catch (error) {
      const isRefused = error instanceof FeedError && [400, 501].includes(error.status ?? 0);
      if (!isRefused || !service.hasIn) throw error;
      service.hasIn = false;
    }
  }
}

/** Yields every key that matches, a page at a time. A server that takes `$top` as the end of the result is asked again. */
export async function* allKeys(service: Service, filter: readonly string[]): AsyncGenerator<string[]> {
  const field = keyFields.Property;
  const options = { filter: [...ofSystem(service), ...filter], select: [field], orderBy: field };
  const first = await ask(service, 'Property', options);
  const isCut = first.nextLink === undefined && service.top !== undefined && first.rows.length >= service.top;
  const whole = isCut ? await service.page(pathOf('Property', options)) : first;
  for await (const rows of chain(service, whole)) {
    yield rows.map(row => row[field]).filter(key => typeof key === 'string' && key !== '') as string[];
  }
}

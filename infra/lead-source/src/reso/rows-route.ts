import { AppError } from '@closingwire/chassis/app-error';
import type express from 'express';
import type { Source } from './data.ts';
import type { Dialect } from './dialects.ts';
import type { Feed } from './feed.ts';
import { isResourceName, type Resource, type Row, resources } from './fields.ts';
import { keysOf, predicateOf, timeRangeOf } from './filter-predicate.ts';
import { fieldsOf } from './metadata.ts';
import type { Fault } from './plan.ts';
import { type Query, readQuery, skipToken } from './query.ts';
import { bodyOf, renderOf } from './render-rows.ts';
import { failAsPlanned, sendHalf, sendJson, sendText } from './reply.ts';
import { selectRows } from './select-rows.ts';

type Options = { source: Source; root: string; now: string; planned: Fault | undefined };

/** Sends a page of rows, or one row for `Property('key')`. */
export async function sendResource(
  target: string,
  { source, root, now, planned }: Options,
  exchange: { request: express.Request; response: express.Response },
): Promise<void> {
  const { resource, key } = addressed(target);
  if (await failAsPlanned(planned, exchange.response)) return;
  const { feed } = source;
  const url = new URL(exchange.request.originalUrl, root);
  const query = readQuery(url.searchParams, {
    dialect: feed.dialect,
    resource,
    fields: fieldsOf(resource, feed.dialect),
    maxPageSize: preferredPageSize(exchange.request, exchange.response),
    isForOneRow: key !== undefined,
  });
  const context = `${root}/$metadata#${resource.name}${query.select ? `(${query.select.join(',')})` : ''}`;
  const render = renderOf(feed, resource, query);
  if (key !== undefined) {
    const row = feed.table(resource.name).get(key);
    if (!row) throw new AppError('missing', 'not_found', `${resource.name} has no row with this key`);
    return sendJson(exchange, { '@odata.context': `${context}/$entity`, ...render(row) });
  }
  const { rows, count, nextLink } = pageOf(feed, resource, query, { now, url });
  const head = { '@odata.context': context, ...(count !== undefined && { '@odata.count': count }) };
  const body = bodyOf(head, rows, render, nextLink);
  if (planned?.kind === 'short-body' || planned?.kind === 'cut-json')
    return sendHalf(exchange, body, planned.kind);
  await sendText(exchange, 'application/json;odata.metadata=minimal', body);
}

function addressed(target: string): { resource: Resource; key: string | undefined } {
  const [, name = '', , key] = /^(\w+)(\('((?:[^']|'')+)'\))?$/.exec(target) ?? [];
  if (!isResourceName(name))
    throw new AppError('missing', 'not_found', `The service has no resource '${target}'`);
  return { resource: resources[name], key: key?.replaceAll("''", "'") };
}

/** Reads `Prefer: odata.maxpagesize=100`. */
function preferredPageSize(request: express.Request, response: express.Response): number | undefined {
  const size = /(?:^|[,;\s])(?:odata\.)?maxpagesize\s*=\s*"?(\d{1,6})"?/i.exec(
    request.get('prefer') ?? '',
  )?.[1];
  if (size === undefined || Number(size) === 0) return undefined;
  response.setHeader('preference-applied', `odata.maxpagesize=${size}`);
  return Number(size);
}

type Found = { rows: Row[]; count: number | undefined; nextLink: string | undefined };

function pageOf(
  feed: Feed,
  resource: Resource,
  query: Query,
  { now, url }: { now: string; url: URL },
): Found {
  const { dialect } = feed;
  const { filter, order, after, skip, wantsCount, pageSize, remaining } = query;
  const fields = fieldsOf(resource, dialect);
  const limit = Math.min(pageSize, remaining);
  const { rows, hasMore, count } = selectRows(feed.table(resource.name), {
    order,
    range: timeRangeOf(filter),
    predicate: filter ? predicateOf(filter, { resource, fields, dialect, now }) : () => true,
    keys: keysOf(filter, resource.key),
    after,
    skip,
    limit,
    wantsCount,
  });
  const isLast = !hasMore || limit === 0 || remaining <= rows.length;
  return { rows, count, nextLink: isLast ? undefined : linkAfter(rows, query, dialect, url) };
}

function linkAfter(rows: readonly Row[], query: Query, { paging }: Dialect, url: URL): string {
  const options = new URLSearchParams(url.searchParams);
  for (const name of ['$skip', '$skiptoken']) options.delete(name);
  if (paging === 'skip') options.set('$skip', String(query.skip + rows.length));
  else {
    const last = rows.at(-1) as Row;
    const values = query.order.map(({ field }) => last[field] ?? null);
    options.set('$skiptoken', skipToken(values, query.remaining - rows.length));
  }
  const text = [...options].map(([name, value]) => `${name}=${encodeURIComponent(value)}`).join('&');
  return `${url.origin}${url.pathname}?${text}`;
}

import { z } from 'zod';
import { expandable, listPage, paged, text } from '../form-params.ts';
import { load } from '../sandbox.ts';
import { endpoint } from './endpoint.ts';

export const eventEndpoints = [
  endpoint(
    'get /v1/events',
    z.strictObject({ ...paged, type: text.optional(), types: z.array(text).max(20).optional() }),
    (sandbox, { type, types, ...page }) => {
      const wanted = type === undefined ? types : [type];
      const events = sandbox.store.list('event').filter(event => wanted?.includes(event.type) ?? true);
      return listPage('/v1/events', events, page);
    },
  ),
  endpoint('get /v1/events/:id', z.strictObject(expandable), (sandbox, _params, { id = '' }) =>
    load(sandbox, 'event', id),
  ),
];

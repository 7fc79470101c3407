import type { Request } from 'express';
import { queryText } from './body.ts';
import { redirectTarget } from './redirect-target.ts';
import type { Wire } from './wire.ts';

/** Where the links of a request shall lead: what it asks for, if allowed, else where it comes from, else the site. */
export function redirectOf({ settings }: Wire, req: Request, wanted = queryText(req, 'redirect_to')): string {
  return redirectTarget(wanted || req.get('redirect_to'), req.get('Referer'), settings.redirects);
}

import type { IncomingMessage } from 'node:http';
import { AppError } from '@closingwire/chassis/app-error';
import type { Access } from '@closingwire/contracts/route';
import { isWire } from './problems.ts';

const reading = new Set(['GET', 'HEAD', 'OPTIONS']);

/** Calls by programs: no site can make a browser send their bearer. */
const byPrograms = new Set<Access>(['partner', 'ingest']);

function refuse(origin: string | undefined): never {
  throw new AppError(
    'denied',
    'cross_origin',
    `Expected a request from this site, got one from ${origin ?? 'an unnamed origin'}`,
  );
}

/**
 * Refuses state-changing requests that another site may have caused: with a foreign Origin, or with a cookie but no Origin.
 * Wire protocol calls without a cookie are allowed from any site: they carry their credentials explicitly.
 */
export function sameOrigin(publicUrl: string) {
  const own = new URL(publicUrl).origin;
  return (req: IncomingMessage, access: Access, isByCookie: boolean): void => {
    if (reading.has(req.method ?? '') || byPrograms.has(access)) return;
    if (!isByCookie && isWire(req.url ?? '')) return;
    const { origin, host, 'sec-fetch-site': fetchSite } = req.headers;
    if (origin === undefined) {
      if (isByCookie && fetchSite !== 'same-origin') refuse(origin);
      return;
    }
    if (origin === own || origin === `http://${host}` || origin === `https://${host}`) return;
    if (isByCookie || !req.headers.authorization) refuse(origin);
  };
}

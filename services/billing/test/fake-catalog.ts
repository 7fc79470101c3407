import { AppError } from '@closingwire/chassis/app-error';
import { httpPart, implementer } from '@closingwire/chassis/http';
import { openIdentity } from '@closingwire/chassis/identity';
import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { catalogApi } from '@closingwire/contracts/catalog';

/** The two internal routes of the catalogue, with its promises: all or none, idempotent by the intent. */
export function fakeCatalog(serviceSecret: string) {
  const held = new Map<string, { intentId: string; claimId: string; userId: string }>();
  /** ZIPs that somebody else has. */
  const taken = new Set<string>();
  const calls: { intentId: string; zipCodes: string[] }[] = [];
  const faults = { claims: 0 };
  const impl = implementer({ holdZips: catalogApi.holdZips, releaseHolds: catalogApi.releaseHolds });

  const claim = (zipCode: string, intentId: string, userId: string) => {
    const known = held.get(zipCode);
    const entry = known?.userId === userId ? { ...known, intentId } : { intentId, userId, claimId: newId() };
    held.set(zipCode, entry);
    return { claimId: entry.claimId, zipCode, city: 'Beverly Hills', state: 'CA' };
  };

  const part = httpPart({
    name: 'catalog',
    port: 0,
    host: '127.0.0.1',
    log: createLog('fake catalog', 'silent'),
    identity: openIdentity({ jwksUrl: 'http://127.0.0.1:1', issuer: 'none', serviceSecret, name: 'catalog' }),
    parts: [],
    router: impl.router({
      holdZips: impl.holdZips.handler(({ input }) => {
        calls.push({ intentId: input.intentId, zipCodes: input.zipCodes });
        const refused = input.zipCodes.filter(
          zip => taken.has(zip) || (held.get(zip)?.userId ?? input.userId) !== input.userId,
        );
        if (refused.length > 0) {
          const message = `ZIP codes ${refused.join(', ')} are no longer available`;
          throw new AppError('conflict', 'zip_taken', message, { detail: { zipCodes: refused } });
        }
        const claims = input.zipCodes.map(zip => claim(zip, input.intentId, input.userId));
        if (faults.claims-- > 0) throw new Error('the catalogue fails after it claimed');
        return { claims, heldUntil: new Date(Date.now() + input.holdSeconds * 1000).toISOString() };
      }),
      releaseHolds: impl.releaseHolds.handler(({ input }) => {
        for (const [zip, { intentId }] of held) if (intentId === input.intentId) held.delete(zip);
        return { message: 'released' };
      }),
    }),
  });
  return { part, held, taken, calls, faults };
}

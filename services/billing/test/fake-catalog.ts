import { AppError } from '@closingwire/chassis/app-error';
import { httpPart, implementer } from '@closingwire/chassis/http';
import { openIdentity } from '@closingwire/chassis/identity';
import { newId } from '@closingwire/chassis/ids';
import { createLog } from '@closingwire/chassis/log';
import { type BookClaim, catalogApi } from '@closingwire/contracts/catalog';

/** A fake catalog with the real guarantees: it holds all ZIPs or none, and a repeated `intentId` changes nothing. */
export function fakeCatalog(serviceSecret: string) {
  const held = new Map<string, { intentId: string; claimId: string; userId: string }>();
  /** ZIPs of other users. */
  const taken = new Set<string>();
  const calls: { intentId: string; zipCodes: string[] }[] = [];
  const faults = { claims: 0 };
  /** Confirmed claims by id, as the books read them. Tests fill it. */
  const confirmed = new Map<string, BookClaim>();
  const { holdZips, releaseHolds, listConfirmedClaims, findConfirmedClaims, releaseUnpaidClaim } = catalogApi;
  const impl = implementer({
    holdZips,
    releaseHolds,
    listConfirmedClaims,
    findConfirmedClaims,
    releaseUnpaidClaim,
  });

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
          zipCode => taken.has(zipCode) || (held.get(zipCode)?.userId ?? input.userId) !== input.userId,
        );
        if (refused.length > 0) {
          const message = `ZIP codes ${refused.join(', ')} are no longer available`;
          throw new AppError('conflict', 'zip_taken', message, { detail: { zipCodes: refused } });
        }
        const claims = input.zipCodes.map(zipCode => claim(zipCode, input.intentId, input.userId));
        if (faults.claims-- > 0) throw new Error('catalog fails after it claimed');
        return { claims, heldUntil: new Date(Date.now() + input.holdSeconds * 1000).toISOString() };
      }),
      releaseHolds: impl.releaseHolds.handler(({ input }) => {
        for (const [zipCode, { intentId }] of held) if (intentId === input.intentId) held.delete(zipCode);
        return { message: 'released' };
      }),
      listConfirmedClaims: impl.listConfirmedClaims.handler(({ input: { after = '', limit } }) =>
        [...confirmed.values()]
          .filter(({ claimId }) => claimId > after)
          .toSorted((a, b) => (a.claimId < b.claimId ? -1 : 1))
          .slice(0, limit),
      ),
      findConfirmedClaims: impl.findConfirmedClaims.handler(({ input }) =>
        input.claimIds.flatMap(id => confirmed.get(id) ?? []),
      ),
      releaseUnpaidClaim: impl.releaseUnpaidClaim.handler(({ input: { claimId, version } }) => {
        if (confirmed.get(claimId)?.version === version) confirmed.delete(claimId);
        return { message: 'released' };
      }),
    }),
  });
  return { part, held, taken, calls, faults, confirmed };
}

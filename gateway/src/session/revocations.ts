import type { Bus } from '@closingwire/chassis/bus';
import { consumer, idempotent, type Received } from '@closingwire/chassis/consume';
import type { UserCaller } from '@closingwire/chassis/identity';
import { newId } from '@closingwire/chassis/ids';
import type { Log } from '@closingwire/chassis/log';
import type { Part } from '@closingwire/chassis/part';
import { MOST_ACCESS_TOKEN_S } from '@closingwire/contracts/access-token';
import {
  sessionRevoked,
  type UserState,
  userDeleted,
  userReinstated,
  userSuspended,
  userUpdated,
} from '@closingwire/contracts/auth';
import type { EventDeclaration } from '@closingwire/contracts/event';

/** A minute longer than access tokens are valid: clocks differ, and services allow for it. */
const REMEMBER_MS = (MOST_ACCESS_TOKEN_S + 60) * 1_000;

const after = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms).unref());

/** A user's newest role and industry, by which services decide. */
type Claims = { version: number; changedAt: number; isAdmin: boolean; industry: string };

/** The start waits this long for the topics; then the gateway starts without them. */
const START_PATIENCE_MS = 10_000;

function catchingUp(log: Log, now: () => number) {
  const caughtUp = Promise.withResolvers<void>();
  let startedAt = 0;
  let isBehind = true;
  return {
    done() {
      isBehind = false;
      caughtUp.resolve();
    },
    /** Waits for `starting`, then up to ten seconds until caught up. */
    async wait(starting: () => Promise<void>): Promise<void> {
      // Tokens carry whole seconds: a token from the second of the start is not older than the start.
      startedAt = Math.floor(now() / 1_000) * 1_000;
      const patience = after(START_PATIENCE_MS);
      await starting();
      await Promise.race([caughtUp.promise, patience]);
      if (!isBehind) return;
      log.warn('revocations are not read yet; tokens from before the start are renewed first');
      void caughtUp.promise.then(() => log.info('revocations are read'));
    },
    /** Whether an unread event may concern a token that was issued at `issuedAt`. */
    isBehind: (issuedAt = 0): boolean => isBehind && issuedAt < startedAt,
  };
}

/**
 * Knows from events which sessions are revoked and which tokens have outdated claims. Each gateway process reads all events.
 * Until it has caught up, tokens from before its start count as outdated: auth renews them, and knows the ended sessions
 * (ADR 46).
 */
export function revocations({ bus, log, now = Date.now }: { bus: Bus; log: Log; now?: () => number }) {
  const endedSessions = new Map<string, number>();
  const standings = new Map<string, { version: number; isRevoked: boolean }>();
  const newestClaims = new Map<string, Claims>();
  const start = catchingUp(log, now);

  function keep(id: string, version: number, isRevoked: boolean): void {
    const known = standings.get(id);
    if (!known || version > known.version) standings.set(id, { version, isRevoked });
  }

  function upsertClaims({ id, version, isAdmin, industry }: UserState, time: Date): void {
    const changedAt = time.getTime();
    if (now() - changedAt > REMEMBER_MS || version <= (newestClaims.get(id)?.version ?? 0)) return;
    newestClaims.set(id, { version, changedAt, isAdmin, industry });
  }

  const applying = <E extends EventDeclaration>(event: E, apply: (message: Received<E>) => void) =>
    idempotent(event, async messages => messages.forEach(apply));

  const listener = consumer({
    group: `gateway-${newId()}`,
    parksAs: 'gateway',
    handlers: [
      applying(sessionRevoked, ({ data }) => {
        const revokedAt = Date.parse(data.revokedAt);
        if (now() - revokedAt < REMEMBER_MS) endedSessions.set(data.id, revokedAt);
      }),
      applying(userUpdated, ({ data, time }) => upsertClaims(data, time)),
      applying(userSuspended, ({ data, time }) => {
        keep(data.id, data.version, true);
        upsertClaims(data, time);
      }),
      applying(userReinstated, ({ data, time }) => {
        keep(data.id, data.version, false);
        upsertClaims(data, time);
      }),
      applying(userDeleted, ({ data }) => keep(data.id, data.version, true)),
    ],
    onCaughtUp: start.done,
    bus,
    log,
  });
  const listening: Part = {
    ...listener,
    name: 'revocations',
    start: () => start.wait(listener.start),
  };

  let sweeping: NodeJS.Timeout | undefined;
  const sweep = () => {
    for (const [id, revokedAt] of endedSessions)
      if (now() - revokedAt > REMEMBER_MS) endedSessions.delete(id);
    for (const [id, { changedAt }] of newestClaims)
      if (now() - changedAt > REMEMBER_MS) newestClaims.delete(id);
  };
  const sweeper: Part = {
    name: 'revocation sweep',
    async start() {
      sweeping = setInterval(sweep, 60_000).unref();
    },
    async stop() {
      clearInterval(sweeping);
    },
  };

  return {
    parts: [sweeper, listening],
    isRevoked: ({ id, sessionId }: UserCaller): boolean =>
      endedSessions.has(sessionId) || standings.get(id)?.isRevoked === true,
    /** Whether the user's role or industry has changed, or may have changed, since the token was issued. */
    isOutdated({ id, isAdmin, industry, issuedAt }: UserCaller): boolean {
      if (start.isBehind(issuedAt)) return true;
      const newest = newestClaims.get(id);
      return newest !== undefined && (newest.isAdmin !== isAdmin || newest.industry !== industry);
    },
  };
}
export type Revocations = ReturnType<typeof revocations>;

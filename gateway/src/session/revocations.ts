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

/** A minute more than an access token lives: clocks differ, and readers allow for it. */
const REMEMBER_MS = (MOST_ACCESS_TOKEN_S + 60) * 1_000;

const after = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms).unref());

/** What a token claims of its user that services decide by. */
type Claims = { version: number; changedAt: number; isAdmin: boolean; industry: string };

/** So long the start waits for what the topics hold; without a broker the gateway starts then, too. */
const START_PATIENCE_MS = 10_000;

/** Whether the gateway has read everything that was in the topics when it started. */
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
    /** Whether an unread event may concern a token issued then. */
    isBehind: (issuedAt = 0): boolean => isBehind && issuedAt < startedAt,
  };
}

/**
 * Whose sessions are revoked, and whose tokens claim what is no longer so: known from events, asked on every request.
 * Each gateway process reads all events for itself. Until it has read what there was at its start, tokens of before
 * count as outdated: they are renewed at auth, which knows the sessions that ended (ADR 46).
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
  // The gateway is not ready before it has caught up.
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
    /** Whether the user's role or industry has changed since the token was made, or may have. */
    isOutdated({ id, isAdmin, industry, issuedAt }: UserCaller): boolean {
      if (start.isBehind(issuedAt)) return true;
      const newest = newestClaims.get(id);
      return newest !== undefined && (newest.isAdmin !== isAdmin || newest.industry !== industry);
    },
  };
}
export type Revocations = ReturnType<typeof revocations>;

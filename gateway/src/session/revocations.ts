import type { Bus } from '@closingwire/chassis/bus';
import { type Received, rawConsumer } from '@closingwire/chassis/consume';
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

/** What a token claims of its user that services decide by. */
type Claims = { version: number; changedAt: number; isAdmin: boolean; industry: string };

/**
 * Whose sessions are revoked, and whose tokens claim what is no longer so: known from events, asked on every request.
 * Each gateway process reads all events for itself.
 */
export function revocations({ bus, log, now = Date.now }: { bus: Bus; log: Log; now?: () => number }) {
  const endedSessions = new Map<string, number>();
  const standings = new Map<string, { version: number; isRevoked: boolean }>();
  const newestClaims = new Map<string, Claims>();
  const instance = newId();

  function keep(id: string, version: number, isRevoked: boolean): void {
    const known = standings.get(id);
    if (!known || version > known.version) standings.set(id, { version, isRevoked });
  }

  function upsertClaims({ id, version, isAdmin, industry }: UserState, time: Date): void {
    const changedAt = time.getTime();
    if (now() - changedAt > REMEMBER_MS || version <= (newestClaims.get(id)?.version ?? 0)) return;
    newestClaims.set(id, { version, changedAt, isAdmin, industry });
  }

  function listen<E extends EventDeclaration>(event: E, apply: (message: Received<E>) => void): Part {
    const onBatch = async (messages: Received<E>[]) => messages.forEach(apply);
    return rawConsumer({ group: `gateway-${event.topic}-${instance}`, event, onBatch, bus, log });
  }

  const listeners = [
    listen(sessionRevoked, ({ data }) => {
      const revokedAt = Date.parse(data.revokedAt);
      if (now() - revokedAt < REMEMBER_MS) endedSessions.set(data.id, revokedAt);
    }),
    listen(userUpdated, ({ data, time }) => upsertClaims(data, time)),
    listen(userSuspended, ({ data, time }) => {
      keep(data.id, data.version, true);
      upsertClaims(data, time);
    }),
    listen(userReinstated, ({ data, time }) => {
      keep(data.id, data.version, false);
      upsertClaims(data, time);
    }),
    listen(userDeleted, ({ data }) => keep(data.id, data.version, true)),
  ];

  // Side by side: each waits for the broker, and the gateway is not ready before all have read what there is.
  const listening: Part = {
    name: 'revocations',
    start: async () => void (await Promise.all(listeners.map(part => part.start()))),
    stop: async () => void (await Promise.all(listeners.map(part => part.stop()))),
    check: async () => void (await Promise.all(listeners.map(part => part.check?.()))),
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
    /** Whether the user's role or industry has changed since the token was made. */
    isOutdated({ id, isAdmin, industry }: UserCaller): boolean {
      const newest = newestClaims.get(id);
      return newest !== undefined && (newest.isAdmin !== isAdmin || newest.industry !== industry);
    },
  };
}
export type Revocations = ReturnType<typeof revocations>;

import { type RawMessage, rawConsumer } from '@closingwire/chassis/consume';
import type { UserCaller } from '@closingwire/chassis/identity';
import { newId } from '@closingwire/chassis/ids';
import type { Bus } from '@closingwire/chassis/kafka';
import type { Log } from '@closingwire/chassis/log';
import type { Part } from '@closingwire/chassis/part';
import type { EventDeclaration } from '@closingwire/contracts/event';
import {
  sessionRevoked,
  userDeleted,
  userReinstated,
  userSuspended,
} from '@closingwire/contracts/events/user-events';

/** Longer than an access token lives, so that a revoked one is expired before it is forgotten here. */
const REMEMBER_MS = 20 * 60_000;

/** Who is shut out: told by events, asked on every request. Each gateway process reads all events for itself. */
export function revocations({ bus, log, now = Date.now }: { bus: Bus; log: Log; now?: () => number }) {
  const endedSessions = new Map<string, number>();
  const standings = new Map<string, { version: number; isShutOut: boolean }>();
  const instance = newId();

  function keep(id: string, version: number, isShutOut: boolean): void {
    const known = standings.get(id);
    if (!known || version > known.version) standings.set(id, { version, isShutOut });
  }

  function listen<E extends EventDeclaration>(event: E, apply: (message: RawMessage<E>) => void): Part {
    const onBatch = async (messages: RawMessage<E>[]) => messages.forEach(apply);
    return rawConsumer({ group: `gateway-${event.topic}-${instance}`, event, onBatch, bus, log });
  }

  const parts = [
    listen(sessionRevoked, ({ data }) => {
      const revokedAt = Date.parse(data.revokedAt);
      if (now() - revokedAt < REMEMBER_MS) endedSessions.set(data.id, revokedAt);
    }),
    listen(userSuspended, ({ data }) => keep(data.id, data.version, true)),
    listen(userReinstated, ({ data }) => keep(data.id, data.version, false)),
    listen(userDeleted, ({ data }) => keep(data.id, data.version, true)),
  ];

  let sweeping: NodeJS.Timeout | undefined;
  const sweep = () => {
    for (const [id, revokedAt] of endedSessions)
      if (now() - revokedAt > REMEMBER_MS) endedSessions.delete(id);
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
    parts: [sweeper, ...parts],
    isShutOut: ({ id, sessionId }: UserCaller): boolean =>
      endedSessions.has(sessionId) || standings.get(id)?.isShutOut === true,
  };
}
export type Revocations = ReturnType<typeof revocations>;

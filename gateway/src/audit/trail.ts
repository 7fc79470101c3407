import type { Bus } from '@closingwire/chassis/bus';
import type { Log } from '@closingwire/chassis/log';
import type { Part } from '@closingwire/chassis/part';
import { registry } from '@closingwire/chassis/telemetry';
import { requestAudited } from '@closingwire/contracts/audit';
import type { EventData } from '@closingwire/contracts/event';
import { Counter } from 'prom-client';

export type AuditedRequest = EventData<typeof requestAudited>;

const entries = new Counter({
  name: 'audit_entries_total',
  help: 'Entries for the audit log by outcome: published, or dropped because the event bus was away too long',
  labelNames: ['outcome'] as const,
  registers: [registry],
});

/** The most entries that wait for the bus: a few megabytes, or some minutes of a busy day. */
const MOST_WAITING = 10_000;
const MOST_AT_ONCE = 500;
const RETRY_MS = 1_000;
const FLUSH_MS = 5_000;

const after = (ms: number) => new Promise<void>(resolve => setTimeout(resolve, ms).unref());

/**
 * Publishes audit entries in the background, in order. `add` never waits or fails. While the bus is away, entries wait; too
 * many are dropped, counted and logged. `stop` waits at most five seconds.
 */
export function auditTrail({ bus, log }: { bus: Bus; log: Log }): {
  part: Part;
  add(entry: AuditedRequest): void;
} {
  let waiting: AuditedRequest[] = [];
  let sending: Promise<void> | undefined;
  let isStopped = false;
  let dropped = 0;

  function drop(count: number): void {
    entries.inc({ outcome: 'dropped' }, count);
    if (dropped === 0)
      log.error({ waiting: waiting.length }, 'audit entries are dropped: the event bus is away');
    dropped += count;
  }

  async function send(requests: AuditedRequest[]): Promise<void> {
    await bus.send(
      requestAudited,
      requests.map(data => ({ data, id: data.id })),
    );
    waiting = waiting.slice(requests.length);
    entries.inc({ outcome: 'published' }, requests.length);
    if (dropped > 0) log.error({ dropped }, 'audit entries were dropped while the event bus was away');
    dropped = 0;
  }

  async function drain(): Promise<void> {
    while (waiting.length > 0) {
      const error = await send(waiting.slice(0, MOST_AT_ONCE)).then(
        () => undefined,
        cause => cause,
      );
      if (!error) continue;
      log.warn({ err: error, waiting: waiting.length }, 'audit entries wait for the event bus');
      if (isStopped) return;
      await after(RETRY_MS);
    }
  }

  function start(): void {
    sending ??= drain().finally(() => {
      sending = undefined;
      if (waiting.length > 0 && !isStopped) start();
    });
  }

  return {
    add(entry) {
      if (waiting.length >= MOST_WAITING) return drop(1);
      waiting.push(entry);
      start();
    },
    part: {
      name: 'audit trail',
      start: async () => {},
      async stop() {
        isStopped = true;
        await Promise.race([sending, after(FLUSH_MS)]);
        if (waiting.length > 0) drop(waiting.length);
        waiting = [];
      },
    },
  };
}

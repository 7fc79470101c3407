import { setTimeout as pause } from 'node:timers/promises';
import { demoAdmin, type User } from '../../platform/user.ts';
import type { Sent, Stage, Workload } from '../workload.ts';

type Call = { method: string; path: string; body?: unknown };

/** One read per service that pages call, and a write that is never repeated after a failure. */
const calls: Call[] = [
  { method: 'GET', path: '/api/auth/user' },
  { method: 'GET', path: '/api/zip-codes?limit=5' },
  { method: 'GET', path: '/api/user' },
  { method: 'GET', path: '/api/user/agents' },
  { method: 'GET', path: '/api/help/articles' },
  { method: 'GET', path: '/api/admin/mails' },
  { method: 'PUT', path: '/api/user/preferences', body: { emailNotifications: true } },
];

/** Requests that must succeed while processes stop and start: a failed one counts as lost. */
export function requests({ whole }: Stage): Workload {
  const sent: Sent[] = [];
  const counts = new Map<string, number>();
  let admin: User | undefined;
  let next = 0;

  async function send({ call }: User, { method, path, body }: Call): Promise<void> {
    const outcome = await onceTheGatewayListens(async () => (await call(method, path, body)).status);
    const key = `${next++} ${method} ${path} ${outcome}`;
    sent.push({ key, verdict: 'accepted' });
    if (Number(outcome) < 300) counts.set(key, 1);
  }

  return {
    name: 'requests',
    pauseMs: 50,
    async step() {
      admin ??= await demoAdmin(whole);
      const asked = admin;
      await Promise.all(calls.map(call => send(asked, call)));
    },
    observe: async () => [{ where: 'answered', sent, counts }],
  };
}

const connectTries = 400;

/**
 * Resolves with the status, or with the code of the connection's error. The gateway is one process: its port refuses
 * connections while it restarts, so the client connects again.
 */
async function onceTheGatewayListens(ask: () => Promise<number>): Promise<number | string> {
  for (let tried = 0; ; tried++) {
    try {
      return await ask();
    } catch (error) {
      const code = codeOf(error);
      if (code !== 'ECONNREFUSED' || tried === connectTries) return code;
      await pause(25);
    }
  }
}

const codeOf = (error: unknown) =>
  (error instanceof Error && (error.cause as NodeJS.ErrnoException | undefined)?.code) || String(error);

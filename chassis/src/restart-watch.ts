import { connect } from 'node:net';
import { setTimeout as pause } from 'node:timers/promises';

/** What is known of a service that may just be starting anew, after a new version or a fault. */
export type RestartWatch = {
  /** It was reached. */
  answered(): void;
  /** After a refused connection: true once it listens again, false when it has been away for too long. */
  isBack(): Promise<boolean>;
  /** Sends, and once more when nobody listened and somebody does again. Rejects as `send` does. */
  send<Reply>(send: () => Promise<Reply>): Promise<Reply>;
};

const LOOK_EVERY_MS = 50;
/** Longer than a process of ours needs to start. */
const RESTART_MS = 15_000;

/**
 * Watches one service for all that call it. Within the first `withinMs` of an absence callers wait together, by
 * looking whether somebody listens; after that nobody waits until it was reached again.
 */
export function restartWatch(url: string, withinMs = RESTART_MS): RestartWatch {
  const { hostname, port, protocol } = new URL(url);
  const host = hostname.replace(/^\[|\]$/g, '');
  const usualPort = protocol === 'https:' ? 443 : 80;
  let goneSince: number | undefined;
  let looking: Promise<boolean> | undefined;

  async function look(until: number): Promise<boolean> {
    while (performance.now() < until) {
      if (await listens(host, port === '' ? usualPort : Number(port))) return true;
      await pause(LOOK_EVERY_MS);
    }
    return false;
  }

  function answered(): void {
    goneSince = undefined;
  }

  function isBack(): Promise<boolean> {
    goneSince ??= performance.now();
    looking ??= look(goneSince + withinMs).finally(() => {
      looking = undefined;
    });
    return looking;
  }

  return {
    answered,
    isBack,
    async send(send) {
      const reply = await send().catch(async cause => {
        if (!isConnectionRefused(cause) || !(await isBack())) throw cause;
        return send();
      });
      answered();
      return reply;
    },
  };
}

/** Nobody listened, so nothing of the request was read: it can be sent again, whatever it does. */
export function isConnectionRefused(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return (error as NodeJS.ErrnoException).code === 'ECONNREFUSED' || isConnectionRefused(error.cause);
}

function listens(host: string, port: number): Promise<boolean> {
  return new Promise(resolve => {
    const socket = connect({ host, port });
    const end = (isUp: boolean) => {
      socket.destroy();
      resolve(isUp);
    };
    socket.once('connect', () => end(true)).once('error', () => end(false));
    socket.setTimeout(1_000, () => end(false));
  });
}

import { Agent } from 'node:http';
import type { Duplex } from 'node:stream';
import { SAFE_IDLE_MS } from '@closingwire/chassis/drain';

/** Shorter than a service keeps a connection, so that it does not close one that is just used again. */
const KEPT_MS = 30_000;

/** Keeps connections to one service for its next requests, and knows since when each is idle. */
export class KeepingAgent extends Agent {
  readonly #idleSince = new WeakMap<Duplex, number>();

  constructor(connections: number) {
    super({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections, timeout: KEPT_MS });
  }

  override keepSocketAlive(socket: Duplex): boolean {
    this.#idleSince.set(socket, performance.now());
    return super.keepSocketAlive(socket) as unknown as boolean;
  }

  /** The next request goes over a connection that its service does not close meanwhile, not even when it ends. */
  dropLongIdle(): void {
    const latest = performance.now() - SAFE_IDLE_MS;
    for (const sockets of Object.values(this.freeSockets)) {
      for (const socket of sockets ?? []) if ((this.#idleSince.get(socket) ?? 0) < latest) socket.destroy();
    }
  }
}

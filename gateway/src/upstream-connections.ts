import { Agent } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '@closingwire/chassis/app-error';
import { SAFE_IDLE_MS } from '@closingwire/chassis/drain';
import type { ServiceName } from '@closingwire/contracts/route';

/** Shorter than a service keeps a connection, so that it does not close one that is just used again. */
const IDLE_MS = 30_000;

/** Keeps connections to one service for its next requests, and knows since when each is idle. */
export class PooledAgent extends Agent {
  readonly #idleSince = new WeakMap<Duplex, number>();

  constructor(connections: number) {
    super({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections, timeout: IDLE_MS });
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

export type ProxyError = Error & { code?: string };

export const withCode = (code: string, message: string): ProxyError =>
  Object.assign(new Error(message), { code });

/** A kept connection that the service closed just when it was used again; reading once more does no harm. */
export const isStale = ({ code }: ProxyError): boolean => code === 'ECONNRESET' || code === 'EPIPE';

/** The refusal of a request that did not get through. */
export function upstreamError(service: ServiceName, cause: ProxyError): AppError {
  switch (cause.code) {
    case 'REPLY_LATE': {
      const text = `The ${service} service did not answer in time; try again`;
      return new AppError('timeout', 'upstream_timeout', text, { cause });
    }
    case 'BODY_LATE':
      return new AppError('incomplete', 'request_timeout', cause.message, { cause });
    case 'ERR_UNESCAPED_CHARACTERS':
    case 'ERR_INVALID_CHAR':
    case 'ERR_HTTP_INVALID_HEADER_VALUE':
      return new AppError('invalid', 'invalid_request', 'Expected a well-formed request', { cause });
    default: {
      const text = `The ${service} service does not answer; try again shortly`;
      return new AppError('unavailable', 'upstream_unavailable', text, { cause });
    }
  }
}

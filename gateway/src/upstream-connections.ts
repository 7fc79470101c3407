import { Agent } from 'node:http';
import type { Duplex } from 'node:stream';
import { AppError } from '@closingwire/chassis/app-error';
import { SAFE_IDLE_MS } from '@closingwire/chassis/drain';
import type { ServiceName } from '@closingwire/contracts/route';

/** Shorter than services keep connections, so that they do not close one that is about to be used. */
const IDLE_MS = 30_000;

/** Keeps connections to one service, and knows how long each has been idle. */
export class PooledAgent extends Agent {
  readonly #idleSince = new WeakMap<Duplex, number>();

  constructor(connections: number) {
    super({ keepAlive: true, maxSockets: connections, maxFreeSockets: connections, timeout: IDLE_MS });
  }

  override keepSocketAlive(socket: Duplex): boolean {
    this.#idleSince.set(socket, performance.now());
    return super.keepSocketAlive(socket) as unknown as boolean;
  }

  /** Drops connections that a stopping service could close under the next request. */
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

/** Returns true if the service closed a kept connection under the request: a read can be repeated. */
export const isStale = ({ code }: ProxyError): boolean => code === 'ECONNRESET' || code === 'EPIPE';

/** Returns the error for a request that got no reply. */
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

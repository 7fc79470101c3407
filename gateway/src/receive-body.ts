import type { IncomingMessage, ServerResponse } from 'node:http';
import { AppError } from '@closingwire/chassis/app-error';
import type { WholeReply } from '@closingwire/chassis/problem';
import type { GatewayConfig } from './config.ts';

/** The complete body of a request, in the received pieces. */
export type ReceivedBody = {
  pieces: Buffer[];
  /** Frees the body's memory. Call it once the service has the body; it also runs after the reply. */
  release(): void;
};

/** The default limit; contracts declare larger ones. */
export const USUAL_BODY_BYTES = 1_048_576;

/** Bytes above the default limit get extra time at this rate. */
const LEAST_BYTES_PER_MS = 100;

const tooLarge = (maxBytes: number) =>
  new AppError('too-large', 'body_too_large', `Expected a body of at most ${maxBytes} bytes, got more`);

const late = (ms: number) =>
  new AppError('incomplete', 'request_timeout', `Expected the rest of the body within ${ms / 1_000} s`);

const left = () => new AppError('incomplete', 'client_left', 'The client left before its body was complete');

const busy = () => {
  const text = 'Too many large requests at once; try again shortly';
  return new AppError('unavailable', 'busy', text, { detail: { retryAfterSeconds: 1 } });
};

type Settings = Pick<GatewayConfig, 'BODY_IDLE_MS' | 'BODY_TOTAL_MS' | 'BODY_BYTES_AT_ONCE'>;

/**
 * Receives complete bodies, so that connections to services do not wait for clients. Throws `too-large` above `maxBytes`, and
 * `incomplete` if the body stops or takes too long. If all bodies together are too large, the oldest unfinished one fails
 * with `unavailable`: slow clients cannot block fast ones.
 */
export function bodyReceiver({ BODY_IDLE_MS, BODY_TOTAL_MS, BODY_BYTES_AT_ONCE }: Settings) {
  let bufferedBytes = 0;
  /** Functions that end an unfinished body, the oldest body first. */
  const arriving = new Set<(error: AppError) => void>();

  return (req: IncomingMessage, res: ServerResponse, maxBytes: number): Promise<ReceivedBody> => {
    if (res.destroyed) return Promise.reject(left());
    if (Number(req.headers['content-length'] ?? 0) > maxBytes) return Promise.reject(tooLarge(maxBytes));
    const received = Promise.withResolvers<ReceivedBody>();
    const pieces: Buffer[] = [];
    let bytes = 0;
    const totalMs = BODY_TOTAL_MS + (maxBytes - USUAL_BODY_BYTES) / LEAST_BYTES_PER_MS;
    const idle = setTimeout(() => fail(late(BODY_IDLE_MS)), BODY_IDLE_MS);
    const total = setTimeout(() => fail(late(totalMs)), totalMs);

    function settle(): void {
      clearTimeout(idle);
      clearTimeout(total);
      arriving.delete(fail);
      req.off('data', take).off('end', finish).off('close', leave);
    }
    function release(): void {
      bufferedBytes -= bytes;
      bytes = 0;
      pieces.length = 0;
    }
    function fail(error: AppError): void {
      settle();
      release();
      req.pause();
      received.reject(error);
    }
    function take(piece: Buffer): void {
      bytes += piece.length;
      bufferedBytes += piece.length;
      pieces.push(piece);
      if (bytes > maxBytes) {
        fail(tooLarge(maxBytes));
        return;
      }
      idle.refresh();
      for (const end of arriving) {
        if (bufferedBytes <= BODY_BYTES_AT_ONCE) return;
        end(busy());
      }
    }
    function finish(): void {
      settle();
      received.resolve({ pieces, release });
    }
    const leave = () => fail(left());

    arriving.add(fail);
    res.once('close', release);
    req.on('data', take).once('end', finish).once('close', leave);
    return received.promise;
  };
}

/**
 * Resolves when the first piece of a streamed body arrives, so that a client that sends nothing takes no slot and no
 * connection. Throws `incomplete` if none arrives.
 */
export function untilBodyBegins(
  req: IncomingMessage,
  { BODY_IDLE_MS }: Pick<Settings, 'BODY_IDLE_MS'>,
): Promise<void> {
  const begun = Promise.withResolvers<void>();
  const timer = setTimeout(() => begun.reject(late(BODY_IDLE_MS)), BODY_IDLE_MS);
  const leave = () => begun.reject(left());
  req.once('readable', begun.resolve).once('close', leave);
  return begun.promise.finally(() => {
    clearTimeout(timer);
    req.off('readable', begun.resolve).off('close', leave);
  });
}

/** How long data after a refusal is read and dropped. */
export const READING_MS = 2_000;

/**
 * Replies before the body is complete, and closes the connection later: closing a socket with unread bytes resets it, and the
 * client could lose the reply.
 */
export function sendAndClose(
  req: IncomingMessage,
  res: ServerResponse,
  { status, headers, body }: WholeReply,
): void {
  res.writeHead(status, { ...headers, connection: 'close' });
  res.write(body);
  const timer = setTimeout(() => res.end(), READING_MS);
  res.once('close', () => clearTimeout(timer));
  req.once('end', () => res.end());
  req.resume();
}

/** Drops the rest of a body after the reply; closes the connection if it takes too long. */
export function closeUnlessComplete(req: IncomingMessage): void {
  if (req.complete) return;
  req.resume();
  const timer = setTimeout(() => req.socket.destroy(), READING_MS);
  req.once('end', () => clearTimeout(timer));
}

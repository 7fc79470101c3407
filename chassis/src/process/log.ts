import { type DestinationStream, type Logger, pino } from 'pino';
import { traceIdOfWork } from './tracing.ts';

export type Log = Logger;

const secretKeys = [
  'authorization',
  'cookie',
  'set-cookie',
  'password',
  'newPassword',
  'token',
  'accessToken',
  'access_token',
  'refreshToken',
  'refresh_token',
  'secret',
  'serviceSecret',
  'clientSecret',
  'client_secret',
  'apiKey',
  'key_hash',
  'html',
  'text',
  'emailBody',
  // Values of a refused file.
  'examples',
];

const redact = {
  paths: secretKeys.flatMap(key => {
    const step = key.includes('-') ? `["${key}"]` : key;
    const dotted = key.includes('-') ? step : `.${step}`;
    return [step, `*${dotted}`, `*.*${dotted}`, `*.*.*${dotted}`];
  }),
  censor: '[redacted]',
};

const isData = (value: unknown): boolean => {
  if (typeof value !== 'object' || value === null) return true;
  return Array.isArray(value) ? value.every(isData) : Object.getPrototypeOf(value) === Object.prototype;
};

/** Keeps only plain data: errors of `pg` also carry the client, with the key that cancels its queries. */
function describeError(error: Error): object {
  const { aggregateErrors: _inner, ...described } = pino.stdSerializers.err(error);
  const data = Object.fromEntries(Object.entries(described).filter(([, value]) => isData(value)));
  if (!(error instanceof AggregateError)) return data;
  return {
    ...data,
    aggregateErrors: error.errors.filter(inner => inner instanceof Error).map(describeError),
  };
}

/** Shared by all logs and synchronous: lines keep their order, and none is lost at an exit. */
const stdout = pino.destination({ fd: 1, sync: true });

function mixin(): object {
  const traceId = traceIdOfWork();
  return traceId === undefined ? {} : { traceId };
}

/**
 * Writes JSON lines to stdout; `name` is the process. Redacts secrets and mail bodies down to four levels.
 * `{ err }` is written with type, message, stack and cause.
 */
export function createLog(name: string, level = 'info', destination: DestinationStream = stdout): Log {
  const serializers = { err: describeError };
  const timestamp = pino.stdTimeFunctions.isoTime;
  return pino({ name, level, redact, serializers, base: { name }, timestamp, mixin }, destination);
}

/** Returns a child log, made on first use: most requests log nothing, and a child costs 20 µs. */
export function lazyChild(log: Log, bindings: Record<string, unknown>): Log {
  let child: Log | undefined;
  return new Proxy(log, {
    get(_target, property) {
      child ??= log.child(bindings);
      const value = Reflect.get(child, property);
      return typeof value === 'function' ? value.bind(child) : value;
    },
  });
}

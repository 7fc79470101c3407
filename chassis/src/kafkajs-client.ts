import { createRequire } from 'node:module';
import { Kafka, type logCreator, logLevel } from 'kafkajs';
import type { Log } from './log.ts';

const require = createRequire(import.meta.url);

type RequestQueue = {
  pending: unknown[];
  throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
};

const MIN_CHECK_MS = 10;

/**
 * kafkajs 2.2.4 plans its next look at pending requests at `throttledUntil - now`, which is far below zero when
 * no throttle is on: Node 24 warns (TimeoutNegativeWarning) and the timer fires every millisecond for ever
 * (tulios/kafkajs#1751; its pull request 1768 hides the warning and keeps the spin). Here nothing is planned
 * while nothing is pending.
 */
function stopIdleSpin(): void {
  const queue = require('kafkajs/src/network/requestQueue') as { prototype: Record<string, unknown> };
  queue.prototype.scheduleCheckPendingRequests = function (this: RequestQueue): void {
    if (this.throttleCheckTimeoutId || this.pending.length === 0) return;
    const delay = Math.max(MIN_CHECK_MS, this.throttledUntil - Date.now());
    this.throttleCheckTimeoutId = setTimeout(() => {
      this.throttleCheckTimeoutId = null;
      this.checkPendingRequests();
    }, delay);
  };
}

stopIdleSpin();
process.env.KAFKAJS_NO_PARTITIONER_WARNING = '1';

/** Reconnecting is told by our own code, once; what kafkajs says about it is for debugging. */
const logTo =
  (log: Log): logCreator =>
  () =>
  ({ level, log: { message, ...extra } }) => {
    const { timestamp: _timestamp, logger: _logger, ...rest } = extra;
    if (level === logLevel.ERROR || level === logLevel.WARN) log.debug({ kafka: rest }, message);
  };

/** A kafkajs client that fails fast, so that our own loops decide when to try again. */
export function kafkaClient(options: { brokers: string[]; clientId: string; log: Log }): Kafka {
  return new Kafka({
    brokers: options.brokers,
    clientId: options.clientId,
    connectionTimeout: 3_000,
    requestTimeout: 15_000,
    retry: { initialRetryTime: 100, maxRetryTime: 1_000, retries: 4 },
    logLevel: logLevel.WARN,
    logCreator: logTo(options.log),
  });
}

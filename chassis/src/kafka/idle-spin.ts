import { createRequire } from 'node:module';

type RequestQueue = {
  pending: unknown[];
  throttledUntil: number;
  throttleCheckTimeoutId: NodeJS.Timeout | null;
  checkPendingRequests(): void;
};

const MIN_CHECK_MS = 10;

/**
 * Replaces how kafkajs 2.2.4 schedules its next look at pending requests. Without a throttle it calls `setTimeout` with a
 * negative delay: Node 24 warns (TimeoutNegativeWarning), and the timer fires every millisecond, for ever
 * (tulios/kafkajs#1751; its pull request 1768 hides only the warning). The replacement schedules nothing while nothing is
 * pending (ADR 55).
 */
export function stopIdleSpin(): void {
  const require = createRequire(import.meta.url);
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

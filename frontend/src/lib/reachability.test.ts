import { afterEach, beforeEach, expect, test, vi } from 'vitest';

const reply = vi.fn();
let reachability: typeof import('./reachability.ts');

beforeEach(async () => {
  vi.useFakeTimers();
  vi.resetModules();
  vi.stubGlobal('fetch', reply.mockReset());
  reachability = await import('./reachability.ts');
});
afterEach(() => {
  vi.useRealTimers();
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
});

const noReply = () => reply.mockRejectedValue(new TypeError('Failed to fetch'));
const anyReply = () => reply.mockResolvedValue(new Response());

test('an unreachable service is checked until it replies', async () => {
  const seen: boolean[] = [];
  reachability.onReachability(() => seen.push(reachability.isReachable()));
  noReply();
  await expect(reachability.trackedFetch('/api/zip-codes')).rejects.toThrow('Failed to fetch');
  expect(reachability.isReachable()).toBe(true);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(seen).toEqual([false]);
  anyReply();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(seen).toEqual([false, true]);
  const calls = reply.mock.calls.length;
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reply).toHaveBeenCalledTimes(calls);
});

test('a silent service is unreachable after five seconds', async () => {
  // Fake timers do not reach AbortSignal.
  vi.spyOn(AbortSignal, 'timeout').mockImplementation(ms => {
    const limit = new AbortController();
    setTimeout(() => limit.abort(new DOMException('late', 'TimeoutError')), ms);
    return limit.signal;
  });
  noReply();
  await reachability.trackedFetch('/api/zip-codes').catch(() => {});
  reply.mockImplementation(
    (_input, { signal }: RequestInit = {}) =>
      new Promise((_, reject) => signal?.addEventListener('abort', () => reject(signal.reason))),
  );
  await vi.advanceTimersByTimeAsync(1_000 + 5_000);
  expect(reachability.isReachable()).toBe(false);
  anyReply();
  await vi.advanceTimersByTimeAsync(3_000);
  expect(reachability.isReachable()).toBe(true);
});

test('one lost call does not mean unreachable', async () => {
  const listener = vi.fn();
  reachability.onReachability(listener);
  noReply();
  await reachability.trackedFetch('/api/zip-codes').catch(() => {});
  anyReply();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(listener).not.toHaveBeenCalled();
  expect(reply).toHaveBeenCalledTimes(2);
});

test('an aborted call is ignored', async () => {
  reply.mockRejectedValue(new DOMException('left', 'AbortError'));
  await reachability.trackedFetch('/api/zip-codes').catch(() => {});
  await vi.advanceTimersByTimeAsync(60_000);
  expect(reply).toHaveBeenCalledTimes(1);
});

import { environmentManager, focusManager, type QueryClient, QueryObserver } from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';

const MINUTE_MS = 60_000;

let queryClient: QueryClient;
let leave: (() => void)[];
const call = vi.fn(async () => 'closings');

beforeEach(() => {
  // As in a browser: on a server the library skips retries and intervals.
  environmentManager.setIsServer(() => false);
  vi.useFakeTimers();
  call.mockClear();
  leave = [];
  queryClient = createQueryClient();
  queryClient.mount();
});
afterEach(() => {
  for (const end of leave) end();
  focusManager.setFocused(undefined);
  queryClient.unmount();
  vi.useRealTimers();
});

/** Observes a query as an open page does; returns a function that closes the page. */
async function open(queryFn: () => Promise<unknown> = call): Promise<() => void> {
  const end = new QueryObserver(queryClient, { queryKey: ['closings'], queryFn }).subscribe(() => {});
  leave.push(end);
  await vi.advanceTimersByTimeAsync(0);
  return end;
}

describe('server data', () => {
  test('is fresh for five minutes', async () => {
    row('constant/data-freshness');
    const end = await open();
    expect(call).toHaveBeenCalledTimes(1);
    end();
    await vi.advanceTimersByTimeAsync(5 * MINUTE_MS - 1);
    (await open())();
    expect(call).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    await open();
    expect(call).toHaveBeenCalledTimes(2);
  });

  test('is not read again by clock or focus', async () => {
    row('constant/data-freshness');
    await open();
    await vi.advanceTimersByTimeAsync(60 * MINUTE_MS);
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(call).toHaveBeenCalledTimes(1);
  });

  test('is not read again after a failure', async () => {
    row('constant/data-freshness');
    const failing = vi.fn(() => Promise.reject(new Error('502: away')));
    await open(failing);
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    expect(failing).toHaveBeenCalledTimes(1);
  });

  test('is not changed twice after a failure', async () => {
    row('constant/data-freshness');
    const mutationFn = vi.fn(() => Promise.reject(new Error('502: away')));
    const mutation = queryClient.getMutationCache().build(queryClient, { mutationFn });
    const failed = expect(mutation.execute(undefined)).rejects.toThrow('502');
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    await failed;
    expect(mutationFn).toHaveBeenCalledTimes(1);
  });
});

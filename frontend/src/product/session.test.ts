import {
  environmentManager,
  focusManager,
  onlineManager,
  type QueryClient,
  QueryObserver,
} from '@tanstack/react-query';
import { afterEach, beforeEach, describe, expect, test, vi } from 'vitest';
import { createQueryClient } from './query-client.ts';
import { sessionQuery } from './session.ts';

const MINUTE_MS = 60_000;
const ada = { id: '1', email: 'ada@example.com' };
const currentUser = vi.hoisted(() => vi.fn());

// The real calls come from a virtual module of the build.
vi.mock('./api.ts', () => ({
  api: { auth: { currentUser: { queryKey: () => ['current-user'] } } },
  client: { auth: { currentUser } },
}));

let queryClient: QueryClient;
let leave: (() => void)[];

beforeEach(() => {
  environmentManager.setIsServer(() => false);
  vi.useFakeTimers();
  currentUser.mockReset().mockResolvedValue(ada);
  leave = [];
  queryClient = createQueryClient();
  queryClient.mount();
});
afterEach(() => {
  for (const end of leave) end();
  focusManager.setFocused(undefined);
  onlineManager.setOnline(true);
  queryClient.unmount();
  vi.useRealTimers();
});

/** Observes the session as a page of the signed-in user does; returns a function that closes the page. */
async function open(): Promise<() => void> {
  const end = new QueryObserver(queryClient, sessionQuery).subscribe(() => {});
  leave.push(end);
  await vi.advanceTimersByTimeAsync(0);
  return end;
}

describe('the user query', () => {
  test('is fresh for thirty minutes', async () => {
    row('call/user-query-fresh');
    await queryClient.query(sessionQuery);
    await vi.advanceTimersByTimeAsync(30 * MINUTE_MS - 1);
    await queryClient.query(sessionQuery);
    expect(currentUser).toHaveBeenCalledTimes(1);
    await vi.advanceTimersByTimeAsync(1);
    await queryClient.query(sessionQuery);
    expect(currentUser).toHaveBeenCalledTimes(2);
  });

  test('is not read again on mount, focus or reconnect', async () => {
    row('call/user-query-fresh');
    const end = await open();
    await vi.advanceTimersByTimeAsync(31 * MINUTE_MS);
    end();
    await open();
    focusManager.setFocused(false);
    focusManager.setFocused(true);
    onlineManager.setOnline(false);
    onlineManager.setOnline(true);
    await vi.advanceTimersByTimeAsync(MINUTE_MS);
    expect(currentUser).toHaveBeenCalledTimes(1);
  });

  test('is kept for sixty minutes after the last page', async () => {
    (await open())();
    await vi.advanceTimersByTimeAsync(60 * MINUTE_MS - 1);
    expect(queryClient.getQueryData(sessionQuery.queryKey)).toEqual(ada);
    await vi.advanceTimersByTimeAsync(1);
    expect(queryClient.getQueryData(sessionQuery.queryKey)).toBeUndefined();
  });

  test('treats a failure as a visitor, without a retry', async () => {
    row('call/user-query-fresh');
    currentUser.mockRejectedValue(new Error('500: away'));
    await open();
    expect(queryClient.getQueryData(sessionQuery.queryKey)).toBeNull();
    await vi.advanceTimersByTimeAsync(10 * MINUTE_MS);
    expect(currentUser).toHaveBeenCalledTimes(1);
  });
});

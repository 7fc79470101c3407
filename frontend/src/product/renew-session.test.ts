import { afterEach, beforeEach, expect, test, vi } from 'vitest';
import { renewSession } from './renew-session.ts';

const { authClient, describedSession } = vi.hoisted(() => ({
  authClient: vi.fn(),
  describedSession: vi.fn(),
}));
vi.mock('./auth-client.ts', () => ({ authClient, describedSession }));
vi.mock('./auth-events.ts', () => ({ emitAuthEvent: () => {} }));

let tab: EventTarget;
let end: () => void;
beforeEach(() => {
  vi.useFakeTimers();
  tab = Object.assign(new EventTarget(), { visibilityState: 'visible' });
  vi.stubGlobal('document', tab);
  authClient.mockReset().mockRejectedValue(new Error('away'));
  describedSession.mockReset().mockResolvedValue({ expires_in: 90 });
  end = renewSession();
});
afterEach(() => {
  end();
  vi.useRealTimers();
  vi.unstubAllGlobals();
});

test('returns to a tab add no calls while the service is unreachable', async () => {
  await vi.advanceTimersByTimeAsync(10_000);
  expect(authClient).toHaveBeenCalled();
  describedSession.mockRejectedValue(new Error('away'));
  for (let returned = 0; returned < 5; returned++) {
    tab.dispatchEvent(new Event('visibilitychange'));
    await vi.advanceTimersByTimeAsync(100);
  }
  authClient.mockClear();
  await vi.advanceTimersByTimeAsync(60_000);
  expect(authClient).toHaveBeenCalledTimes(6);
});

test('a call in progress at the end starts no other', async () => {
  const { promise, resolve } = Promise.withResolvers<unknown>();
  describedSession.mockReturnValue(promise);
  await vi.advanceTimersByTimeAsync(2_000);
  end();
  resolve({ expires_in: 90 });
  await vi.advanceTimersByTimeAsync(60_000);
  expect(authClient).not.toHaveBeenCalled();
});

import { authClient, describedSession } from './auth-client.ts';
import { emitAuthEvent } from './auth-events.ts';

const IDLE_MS = 2_000;
/** Pause before the next try while the service is unreachable. */
const AGAIN_MS = 10_000;
/** auth-js refreshes a session that ends within 90 seconds as soon as it loads. */
const AHEAD_MS = 85_000;

/**
 * Loads auth-js shortly before the session ends; auth-js refreshes the session from then on. Returns a function that
 * stops this.
 */
export function renewSession(): () => void {
  let dueAt = Number.POSITIVE_INFINITY;
  let timer = setTimeout(look, IDLE_MS);
  let isOver = false;

  /** One timer at a time: a return to the tab also sets one. */
  const wait = (run: () => void, ms: number) => {
    clearTimeout(timer);
    if (!isOver) timer = setTimeout(run, ms);
  };
  const openClient = () => void authClient().catch(() => wait(look, AGAIN_MS));

  async function look() {
    const session = await describedSession().catch(() => undefined);
    if (isOver) return;
    if (session === undefined) return openClient();
    emitAuthEvent('INITIAL_SESSION', session);
    if (!session) return;
    const waitMs = Math.max(0, session.expires_in * 1000 - AHEAD_MS);
    dueAt = Date.now() + waitMs;
    wait(openClient, waitMs);
  }

  // After a machine slept, the timer fires late, so a return to the tab checks the time too.
  const lookAgain = () => {
    if (document.visibilityState === 'visible' && Date.now() >= dueAt) openClient();
  };
  document.addEventListener('visibilitychange', lookAgain);
  return () => {
    isOver = true;
    clearTimeout(timer);
    document.removeEventListener('visibilitychange', lookAgain);
  };
}

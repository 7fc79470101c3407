import { authClient, describedSession } from './auth-client.ts';
import { emitAuthEvent } from './auth-events.ts';

const IDLE_MS = 2_000;
/** While the service is away. */
const AGAIN_MS = 10_000;
/** auth-js refreshes a session that ends within 90 seconds as soon as it is there. */
const AHEAD_MS = 85_000;

/**
 * Keeps the session of a signed-in tab alive: shortly before its end auth-js is loaded, which refreshes it then and
 * from then on. Returns the end of the keeping.
 */
export function renewSession(): () => void {
  let dueAt = Number.POSITIVE_INFINITY;
  let timer = setTimeout(look, IDLE_MS);
  let isOver = false;

  /** One timer at a time: whoever returns to the tab looks as well. */
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

  // The timer of a machine that slept rings late.
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

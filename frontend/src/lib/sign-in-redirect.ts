import { notify } from '../ui/notify.ts';

const REDIRECT_DELAY_MS = 500;
let leaving = false;

/** Tells the visitor that she is logged out and, half a second later, leads to the sign-in page and back here. */
export function leaveForSignIn(): void {
  if (leaving) return;
  leaving = true;
  notify({
    tone: 'danger',
    title: 'Unauthorized',
    description: 'You are logged out. Logging in again...',
  });
  const here = window.location.pathname + window.location.search;
  setTimeout(() => {
    leaving = false;
    window.location.assign(`/api/login?next=${encodeURIComponent(here)}`);
  }, REDIRECT_DELAY_MS);
}

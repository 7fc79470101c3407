import { notify } from '../lib/notify.ts';

const REDIRECT_DELAY_MS = 500;
const TOAST_PATIENCE_MS = 3000;
let isLeaving = false;

const loggedOut = { title: 'Unauthorized', description: 'You are logged out. Logging in again...' };

/** Shows the visitor that they are logged out and, half a second later, redirects to the sign-in page and back here. */
export function leaveForSignIn(): void {
  if (isLeaving) return;
  isLeaving = true;
  const here = window.location.pathname + window.location.search;
  const leave = () => {
    isLeaving = false;
    window.location.assign(`/api/login?next=${encodeURIComponent(here)}`);
  };
  const withoutToast = setTimeout(leave, TOAST_PATIENCE_MS);
  const onShown = () => {
    clearTimeout(withoutToast);
    setTimeout(leave, REDIRECT_DELAY_MS);
  };
  // A moment later, because the failed call shows a toast of its own, and only the last one stands.
  setTimeout(() => notify({ ...loggedOut, tone: 'danger', onShown }));
}

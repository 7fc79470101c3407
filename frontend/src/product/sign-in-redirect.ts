import { notify } from '../lib/notify.ts';

const REDIRECT_DELAY_MS = 500;
const TOAST_PATIENCE_MS = 3000;
let isLeaving = false;

const loggedOut = { title: 'Unauthorized', description: 'You are logged out. Logging in again...' };

/**
 * Returns the path of a page with its query and its part, such as `/settings#billing`. Another fragment can be the
 * secret of a mailed link, which no request may contain.
 */
export const pathOf = ({ pathname, search, hash }: Pick<Location, 'pathname' | 'search' | 'hash'>): string =>
  pathname + search + (/^#[a-z-]+$/.test(hash) ? hash : '');

/** Shows that the user is signed out, then redirects after half a second to the sign-in page, which returns here. */
export function leaveForSignIn(): void {
  if (isLeaving) return;
  isLeaving = true;
  const here = pathOf(window.location);
  const leave = () => {
    isLeaving = false;
    window.location.assign(`/api/login?next=${encodeURIComponent(here)}`);
  };
  const withoutToast = setTimeout(leave, TOAST_PATIENCE_MS);
  const onShown = () => {
    clearTimeout(withoutToast);
    setTimeout(leave, REDIRECT_DELAY_MS);
  };
  // Later than the failed call's own toast: the last toast stays.
  setTimeout(() => notify({ ...loggedOut, tone: 'danger', onShown }));
}

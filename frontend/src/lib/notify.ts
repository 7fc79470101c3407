export type Notice = {
  /** Names what the toast is about, for `dropNotice`. */
  key?: string;
  title: string;
  description?: string | undefined;
  tone?: 'neutral' | 'positive' | 'danger';
  durationMs?: number;
  action?: { label: string; onPress: () => void };
  /** Called when the toast is visible. */
  onShown?: () => void;
};

/** Null removes the toast. */
type Show = (notice: Notice | null) => void;
let show: Show | null = null;
let waiting: Notice | null = null;
let latest: Notice | null = null;
const wanted = new Set<() => void>();

/** Shows a toast and replaces the current one. The first toast loads the toaster. */
export function notify(notice: Notice): void {
  latest = notice;
  if (show) {
    show(notice);
    return;
  }
  waiting = notice;
  for (const listener of wanted) listener();
}

/** Removes the toast of a failure that was mended: this one, or by default any. */
export function dropFailure(failure: Notice | null = latest): void {
  if (failure?.tone === 'danger' && failure === latest) drop();
}

function drop(): void {
  latest = null;
  waiting = null;
  show?.(null);
}

/** Removes the toast about something that is no more. */
export function dropNotice(key: string): void {
  if (latest?.key === key) drop();
}

/** Connects the loaded toaster; it shows the waiting toast. */
export function connectToaster(target: Show): () => void {
  show = target;
  if (waiting) target(waiting);
  waiting = null;
  return () => {
    show = null;
  };
}

/** Calls the listener when the first toast needs the toaster. */
export function onToasterWanted(listener: () => void): () => void {
  wanted.add(listener);
  if (waiting) listener();
  return () => void wanted.delete(listener);
}

const STORED_NOTICE = 'noticeAfterReload';

/** Reloads the page, which then shows the toast. */
export function reloadWithNotice(notice: Omit<Notice, 'onShown'>): void {
  try {
    sessionStorage.setItem(STORED_NOTICE, JSON.stringify(notice));
  } catch {
    // Without storage there is no toast; the reloaded page shows the change.
  }
  window.location.reload();
}

/** Shows the toast that `reloadWithNotice` stored, once. */
export function showStoredNotice(): void {
  try {
    const stored = sessionStorage.getItem(STORED_NOTICE);
    sessionStorage.removeItem(STORED_NOTICE);
    if (stored) notify(JSON.parse(stored));
  } catch {}
}

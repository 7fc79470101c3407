export type Notice = {
  title: string;
  description?: string | undefined;
  tone?: 'neutral' | 'positive' | 'danger';
  durationMs?: number;
  /** Called when the toast stands on the page. */
  onShown?: () => void;
};

type Show = (notice: Notice) => void;
let show: Show | null = null;
let waiting: Notice | null = null;
const wanted = new Set<() => void>();

/** Shows a toast in place of the one that stands. The toaster's code is loaded by the first. */
export function notify(notice: Notice): void {
  if (show) {
    show(notice);
    return;
  }
  waiting = notice;
  for (const listener of wanted) listener();
}

/** The toaster is here: it gets what waited, and all that follows. */
export function connectToaster(target: Show): () => void {
  show = target;
  if (waiting) target(waiting);
  waiting = null;
  return () => {
    show = null;
  };
}

/** Calls back when the first toast asks for a toaster. */
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
    // Storage may be refused: the page then shows by itself what has changed.
  }
  window.location.reload();
}

/** Shows what `reloadWithNotice` stored, once. */
export function showStoredNotice(): void {
  try {
    const stored = sessionStorage.getItem(STORED_NOTICE);
    sessionStorage.removeItem(STORED_NOTICE);
    if (stored) notify(JSON.parse(stored));
  } catch {
    // As above.
  }
}

/** A page that grows no longer has settled. */
const QUIET_MS = 2_000;
/** The longest wait for the target of a link to be rendered. */
const PATIENCE_MS = 15_000;

/** After these the user decides what is in view. */
const inputs = ['wheel', 'touchmove', 'pointerdown', 'keydown'] as const;

const keyInHistory = (): string => window.history.state?.key ?? 'default';

let shownKey = keyInHistory();
/** The position of each history entry, by the router's key. In memory: after a reload the browser knows its own. */
const positions = new Map([[shownKey, window.scrollY]]);
let settled = () => {};

window.addEventListener(
  'scroll',
  () => {
    // Between the change of the URL and the arrival, scrolls are of neither page.
    if (keyInHistory() === shownKey) positions.set(shownKey, window.scrollY);
  },
  { passive: true },
);

/** Repeats `aim` while the page grows, until it settles or the user acts. `aim` returns false without its target. */
function aimUntilSettled(aim: () => boolean): void {
  settled();
  const stop = () => {
    clearTimeout(timer);
    growth.disconnect();
    for (const input of inputs) window.removeEventListener(input, stop);
  };
  let timer = setTimeout(stop, PATIENCE_MS);
  const growth = new ResizeObserver(() => {
    if (!aim()) return;
    clearTimeout(timer);
    timer = setTimeout(stop, QUIET_MS);
  });
  growth.observe(document.body);
  for (const input of inputs) window.addEventListener(input, stop, { passive: true });
  settled = stop;
}

function showTarget(id: string): boolean {
  const target = document.getElementById(id);
  target?.scrollIntoView({ behavior: 'instant' });
  return target !== null;
}

function showPosition(top: number): boolean {
  window.scrollTo({ top, behavior: 'instant' });
  return true;
}

export type Arrival = { key: string; hash: string; isNewPage: boolean; isBack: boolean };

/** Scrolls to the position that a page had before Back or Forward, else to the `#target`. */
export function arrive({ key, hash, isNewPage, isBack }: Arrival): void {
  shownKey = key;
  const position = isNewPage && isBack ? positions.get(key) : undefined;
  if (position !== undefined) aimUntilSettled(() => showPosition(position));
  else if (hash) aimUntilSettled(() => showTarget(hash.slice(1)));
  else if (isNewPage) {
    settled();
    showPosition(0);
  }
}

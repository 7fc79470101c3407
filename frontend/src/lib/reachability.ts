/** A small file that every version serves. */
const PROBE = '/favicon.svg';
/** A call without a reply may have been aborted by a navigation: a moment later its page is gone. */
const FIRST_LOOK_MS = 1_000;
const NEXT_LOOK_MS = 3_000;
/** A gateway that does not reply counts as unreachable. */
const LONGEST_LOOK_MS = 5_000;

let isThere = true;
let isLooking = false;
const listeners = new Set<() => void>();

function set(value: boolean): void {
  if (value === isThere) return;
  isThere = value;
  for (const listener of listeners) listener();
}

const replies = () =>
  fetch(PROBE, { method: 'HEAD', cache: 'no-store', signal: AbortSignal.timeout(LONGEST_LOOK_MS) }).then(
    ({ status }) => status < 500,
    () => false,
  );

async function look(): Promise<void> {
  set(await replies());
  isLooking = !isThere;
  if (isLooking) setTimeout(look, NEXT_LOOK_MS);
}

/** Checks after a failed call whether the service is reachable, repeatedly until it is. */
export function reportNoReply(): void {
  if (isLooking) return;
  isLooking = true;
  setTimeout(look, FIRST_LOOK_MS);
}

/** `fetch` that reports calls without a reply. */
export async function trackedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (error) {
    // Calls that the page aborts reject with an AbortError instead.
    if (error instanceof TypeError) reportNoReply();
    throw error;
  }
}

export const isReachable = (): boolean => isThere;

/** Calls the listener on each change. Returns a function that removes it. */
export function onReachability(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

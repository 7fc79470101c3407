/** A small file that every product serves. */
const PROBE = '/favicon.svg';
/** A call that got no reply may be one that a page broke off as it was left: a moment later that page is gone. */
const FIRST_LOOK_MS = 1_000;
const NEXT_LOOK_MS = 3_000;
/** A gateway that accepts connections and does not reply counts as away. */
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

/** Something got no reply: looks whether the service can be reached, and again until it can. */
export function reportNoReply(): void {
  if (isLooking) return;
  isLooking = true;
  setTimeout(look, FIRST_LOOK_MS);
}

/** `fetch` that reports when there is no reply at all. Rejects as `fetch` does. */
export async function trackedFetch(input: RequestInfo | URL, init?: RequestInit): Promise<Response> {
  try {
    return await fetch(input, init);
  } catch (error) {
    // Calls that the page itself broke off reject with an AbortError.
    if (error instanceof TypeError) reportNoReply();
    throw error;
  }
}

/** Whether the service can be reached, as far as is known. */
export const isReachable = (): boolean => isThere;

/** Calls back whenever that changes. Returns the end of it. */
export function onReachability(listener: () => void): () => void {
  listeners.add(listener);
  return () => void listeners.delete(listener);
}

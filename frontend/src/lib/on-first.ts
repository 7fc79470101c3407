type Sign = 'pointerover' | 'pointerdown' | 'keydown' | 'focusin';

/** Calls `act` once, at the first of these events on the page. Returns a function that removes the listeners. */
export function onFirst(signs: readonly Sign[], act: () => void): () => void {
  if (typeof window === 'undefined') return () => {};
  const stop = () => {
    for (const sign of signs) removeEventListener(sign, start);
  };
  const start = () => {
    stop();
    act();
  };
  for (const sign of signs) addEventListener(sign, start, { passive: true });
  return stop;
}

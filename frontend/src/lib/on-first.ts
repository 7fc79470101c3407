type Sign = 'pointerover' | 'pointerdown' | 'keydown' | 'focusin';

/** Calls back once, at the first of these events anywhere on the page. Returns the end of the waiting. */
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

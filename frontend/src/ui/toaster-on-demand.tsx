import { lazy, Suspense, useEffect, useState } from 'react';
import { onToasterWanted } from '../lib/notify.ts';
import { onFirst } from '../lib/on-first.ts';

const Toaster = lazy(() => import('./toaster.tsx'));

/** Keeps the toaster out of the first load: it comes with the first toast, or with the first act, which may end in one. */
export function ToasterOnDemand() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => onToasterWanted(() => setWanted(true)), []);
  useEffect(() => onFirst(['pointerdown', 'keydown'], () => setWanted(true)), []);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  );
}

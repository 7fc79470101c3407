import { lazy, Suspense, useEffect, useState } from 'react';
import { onToasterWanted } from '../lib/notify.ts';

const Toaster = lazy(() => import('./toaster.tsx'));

/** Keeps the toaster out of the first load: it comes with the first toast, or early where toasts are likely. */
export function ToasterOnDemand({ isLikely }: { isLikely: boolean }) {
  const [wanted, setWanted] = useState(false);
  useEffect(() => onToasterWanted(() => setWanted(true)), []);
  useEffect(() => {
    if (isLikely) setWanted(true);
  }, [isLikely]);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  );
}

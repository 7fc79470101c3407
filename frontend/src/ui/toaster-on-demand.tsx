import { lazy, Suspense, useEffect, useState } from 'react';
import { onToasterWanted } from './notify.ts';

const Toaster = lazy(() => import('./toaster.tsx'));

/** Keeps the toaster out of the first load. */
export function ToasterOnDemand() {
  const [wanted, setWanted] = useState(false);
  useEffect(() => onToasterWanted(() => setWanted(true)), []);
  if (!wanted) return null;
  return (
    <Suspense fallback={null}>
      <Toaster />
    </Suspense>
  );
}

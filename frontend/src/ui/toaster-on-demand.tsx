import { type ComponentType, useEffect, useState } from 'react';
import { onToasterWanted } from '../lib/notify.ts';
import { onFirst } from '../lib/on-first.ts';
import { reportNoReply } from '../lib/reachability.ts';

/**
 * Keeps the toaster out of the first load: it comes with the first toast, or with the first act, which may end in one.
 * Where it cannot be fetched, the next toast fetches it, which shows once the service is there again.
 */
export function ToasterOnDemand() {
  const [Toaster, setToaster] = useState<ComponentType | null>(null);
  useEffect(() => {
    const load = () =>
      void import('./toaster.tsx').then(loaded => setToaster(() => loaded.default), reportNoReply);
    const ends = [onToasterWanted(load), onFirst(['pointerdown', 'keydown'], load)];
    return () => {
      for (const end of ends) end();
    };
  }, []);
  return Toaster && <Toaster />;
}

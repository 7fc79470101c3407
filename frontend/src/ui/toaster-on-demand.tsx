import { type ComponentType, useEffect, useState } from 'react';
import { onToasterWanted } from '../lib/notify.ts';
import { onFirst } from '../lib/on-first.ts';
import { reportNoReply } from '../lib/reachability.ts';

/**
 * Loads the toaster with the first toast, or with the first input, which may cause one. If loading fails, the next
 * toast tries again.
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

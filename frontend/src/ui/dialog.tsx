import { lazy, Suspense } from 'react';
import { onFirst } from '../lib/on-first.ts';
import type { DialogProps } from './dialog-sheet.tsx';

export type { DialogProps };

const load = () => import('./dialog-sheet.tsx');
const DialogSheet = lazy(load);

// Before anything can be pressed that opens one.
onFirst(['pointerover', 'pointerdown', 'keydown'], () => void load().catch(() => {}));

/** A modal sheet. What makes it one is fetched with the first input on the page, or when the first opens. */
export function Dialog(props: DialogProps) {
  return (
    <Suspense fallback={null}>
      <DialogSheet {...props} />
    </Suspense>
  );
}

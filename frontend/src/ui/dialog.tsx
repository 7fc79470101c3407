import { lazy, Suspense } from 'react';
import { onFirst } from '../lib/on-first.ts';
import type { DialogProps } from './dialog-sheet.tsx';

export type { DialogProps };

const load = () => import('./dialog-sheet.tsx');
const DialogSheet = lazy(load);

// Loads the code before a press can open a dialog.
onFirst(['pointerover', 'pointerdown', 'keydown'], () => void load().catch(() => {}));

/** A modal sheet. Its code loads with the first input on the page, or with the first dialog. */
export function Dialog(props: DialogProps) {
  return (
    <Suspense fallback={null}>
      <DialogSheet {...props} />
    </Suspense>
  );
}

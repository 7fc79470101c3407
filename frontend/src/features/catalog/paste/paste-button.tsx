import { ClipboardPaste } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import type { Order } from '../use-order.ts';

const PasteDialog = lazy(() => import('./paste-dialog.tsx'));

export function PasteButton({ order }: { order: Order }) {
  const [isOpen, setOpen] = useState(false);
  return (
    <>
      <Button size="sm" className="justify-self-start" onClick={() => setOpen(true)}>
        <ClipboardPaste aria-hidden /> Paste ZIP Codes
      </Button>
      {isOpen && (
        <Suspense fallback={null}>
          <PasteDialog order={order} onClose={() => setOpen(false)} />
        </Suspense>
      )}
    </>
  );
}

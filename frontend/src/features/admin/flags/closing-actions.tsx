import type { FlaggedClosing } from '@closingwire/contracts/flagged-closings';
import type { LeadFlag } from '@closingwire/contracts/screen-api';
import { lazy, Suspense, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { closingTexts } from './closing-texts.ts';
import { useSetClosingHidden } from './queries.ts';

const EditDialog = lazy(() => import('./edit-dialog.tsx'));

/** The closing as it is stored now; a server of the specification gives none. */
export const FlaggedClosingFacts = ({ closing }: { closing: FlaggedClosing | null | undefined }) =>
  closing && (
    <div className="mt-1 grid max-w-72 gap-1 text-sm wrap-anywhere">
      {closingTexts(closing).map(text => (
        <p key={text}>{text}</p>
      ))}
    </div>
  );

/** The buttons that correct the closing of a flag, and hide it or show it again. */
export function ClosingActions({ flag }: { flag: LeadFlag }) {
  const [open, setOpen] = useState<'edit' | 'hide'>();
  const setHidden = useSetClosingHidden(flag);
  const { closing } = flag;
  if (!closing) return null;
  const name = flag.agent.fullName;
  const hideLabel = closing.hidden ? 'Show it again' : 'Hide this closing';
  const close = () => setOpen(undefined);
  return (
    <>
      <Button size="sm" aria-label={`Edit this closing: ${name}`} onClick={() => setOpen('edit')}>
        Edit
      </Button>
      <Button
        size="sm"
        disabled={setHidden.isPending}
        aria-label={`${hideLabel}: ${name}`}
        onClick={() => (closing.hidden ? setHidden.mutate(false) : setOpen('hide'))}
      >
        {hideLabel}
      </Button>
      {open === 'hide' && (
        <ConfirmDialog
          title="Hide this closing?"
          action="Hide"
          onClose={close}
          onConfirm={() => setHidden.mutate(true)}
        >
          <p className="wrap-anywhere">
            {closing.address1}, {closing.city}: no customer sees this closing of {closing.fullName} anymore,
            in lists, counts, files and the API, also if a source delivers it again. You can show it again
            here.
          </p>
        </ConfirmDialog>
      )}
      {open === 'edit' && (
        <Suspense fallback={null}>
          <EditDialog flag={flag} closing={closing} onClose={close} />
        </Suspense>
      )}
    </>
  );
}

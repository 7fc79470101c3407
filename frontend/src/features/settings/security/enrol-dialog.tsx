import { type RefObject, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { EnrolCode } from './enrol-code.tsx';
import { EnrolName } from './enrol-name.tsx';
import { useEnrol } from './queries.ts';

type EnrolDialogProps = {
  /** Names of the other authenticators. */
  taken: readonly string[];
  onClose: () => void;
  returnFocus: RefObject<HTMLElement | null>;
};

/** Three steps: name, QR code with the first code, done. */
export function EnrolDialog({ taken, onClose, returnFocus }: EnrolDialogProps) {
  const enrol = useEnrol();
  const [isDone, setDone] = useState(false);
  if (isDone) {
    return (
      <Dialog
        open
        onOpenChange={onClose}
        returnFocus={returnFocus}
        title="Two-factor authentication is on"
        description="From now on signing in asks for a code. Other devices have been signed out."
        footer={
          <Button tone="accent" onClick={onClose}>
            Done
          </Button>
        }
      >
        Add a second authenticator, on another device, so that a lost phone does not lock you out.
      </Dialog>
    );
  }
  if (!enrol.data) {
    return <EnrolName taken={taken} enrol={enrol} onClose={onClose} returnFocus={returnFocus} />;
  }
  return (
    <EnrolCode
      enrolment={enrol.data}
      onDone={() => setDone(true)}
      onClose={onClose}
      returnFocus={returnFocus}
    />
  );
}

import type { RefObject } from 'react';
import { Button } from '../../../ui/button.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { Dialog } from '../../../ui/dialog.tsx';

type NewKeyDialogProps = {
  name: string;
  secret: string;
  onClose: () => void;
  returnFocus: RefObject<HTMLElement | null>;
};

export function NewKeyDialog({ name, secret, onClose, returnFocus }: NewKeyDialogProps) {
  return (
    <Dialog
      open
      stays
      onOpenChange={onClose}
      returnFocus={returnFocus}
      title="Save your new key"
      description={`This is the only time that the key "${name}" is shown whole. Keep it where you keep passwords.`}
      footer={
        <Button tone="accent" onClick={onClose}>
          I have saved it
        </Button>
      }
    >
      <CopyField isLong label="New key" value={secret} copied="Your new key is in the clipboard." />
    </Dialog>
  );
}

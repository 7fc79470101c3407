import type { Closing } from '@closingwire/contracts/lead';
import { useState } from 'react';
import { notify } from '../../../lib/notify.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, TextArea } from '../../../ui/field.tsx';
import { flagCopy } from '../copy.ts';
import { useFlagLead } from '../queries.ts';

export function FlagDialog({ closing, onClose }: { closing: Closing; onClose: () => void }) {
  const [note, setNote] = useState('');
  const flag = useFlagLead();
  const submit = () => {
    if (note.trim() === '') return notify({ ...flagCopy.missingNote, tone: 'danger' });
    flag.mutate({ agentId: closing.id, note: note.trim() }, { onSuccess: onClose });
  };
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Flag this lead"
      description={`Tell us what is wrong with the data of ${closing.fullName}.`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button tone="accent" onClick={submit} disabled={flag.isPending}>
            {flag.isPending ? 'Submitting...' : 'Submit Flag'}
          </Button>
        </>
      }
    >
      <Field label="What is wrong?">
        {control => (
          <TextArea
            {...control}
            maxLength={2000}
            value={note}
            placeholder="For example: the phone number is out of service."
            onChange={event => setNote(event.target.value)}
          />
        )}
      </Field>
    </Dialog>
  );
}

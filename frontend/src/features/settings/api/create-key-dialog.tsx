import { type RefObject, useId, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { useCreateKey } from './queries.ts';

type CreateKeyDialogProps = { onClose: () => void; returnFocus: RefObject<HTMLElement | null> };

export function CreateKeyDialog({ onClose, returnFocus }: CreateKeyDialogProps) {
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const create = useCreateKey();
  const form = useId();
  if (create.data)
    return (
      <NewKeyDialog
        name={create.data.apiKey.name}
        secret={create.data.key}
        onClose={onClose}
        returnFocus={returnFocus}
      />
    );
  return (
    <Dialog
      open
      onOpenChange={onClose}
      title="Create a key"
      description="It opens your own closings to whoever has it, and nothing else."
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={form} tone="accent" disabled={create.isPending}>
            {create.isPending ? 'Creating...' : 'Create key'}
          </Button>
        </>
      }
    >
      <form
        id={form}
        noValidate
        onSubmit={event => {
          event.preventDefault();
          setMissing(name.trim() === '');
          if (name.trim()) create.mutate({ name: name.trim() });
        }}
      >
        <Field
          label="Name"
          hint="Where you will use it, such as “CRM import”."
          error={isMissing ? 'Please give the key a name' : undefined}
        >
          {control => (
            <TextInput
              {...control}
              autoComplete="off"
              maxLength={100}
              value={name}
              onChange={event => setName(event.target.value)}
            />
          )}
        </Field>
      </form>
    </Dialog>
  );
}

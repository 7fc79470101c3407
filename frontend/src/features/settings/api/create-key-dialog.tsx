import { type RefObject, useState } from 'react';
import { Field, TextInput } from '../../../ui/field.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { useCreateKey } from './queries.ts';

type CreateKeyDialogProps = { onClose: () => void; returnFocus: RefObject<HTMLElement | null> };

export function CreateKeyDialog({ onClose, returnFocus }: CreateKeyDialogProps) {
  const [name, setName] = useState('');
  const [isMissing, setMissing] = useState(false);
  const create = useCreateKey();
  if (create.data)
    return (
      <NewKeyDialog
        name={create.data.apiKey.name}
        secret={create.data.key}
        onClose={onClose}
        returnFocus={returnFocus}
      />
    );
  const submit = () => {
    setMissing(name.trim() === '');
    if (name.trim()) create.mutate({ name: name.trim() });
  };
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={submit}
      action={create.isPending ? 'Creating...' : 'Create key'}
      isDisabled={create.isPending}
      title="Create a key"
      description="It opens your own closings to whoever has it, and nothing else."
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
    </FormDialog>
  );
}

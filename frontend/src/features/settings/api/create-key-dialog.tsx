import type { RefObject } from 'react';
import { useForm } from 'react-hook-form';
import { TextInput } from '../../../ui/field.tsx';
import { FormField } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { NewKeyDialog } from './new-key-dialog.tsx';
import { useCreateKey } from './queries.ts';

type CreateKeyDialogProps = { onClose: () => void; returnFocus: RefObject<HTMLElement | null> };

export default function CreateKeyDialog({ onClose, returnFocus }: CreateKeyDialogProps) {
  const form = useForm({ defaultValues: { name: '' } });
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
  const submit = form.handleSubmit(({ name }) => create.mutate({ name: name.trim() }));
  return (
    <FormDialog
      onClose={onClose}
      onSubmit={submit}
      action={create.isPending ? 'Creating...' : 'Create key'}
      isDisabled={create.isPending}
      title="Create a key"
      description="It opens your own closings to whoever has it, and nothing else."
    >
      <FormField
        form={form}
        name="name"
        rules={{ validate: name => name.trim() !== '' || 'Please give the key a name' }}
        label="Name"
        hint="Where you will use it, such as “CRM import”."
      >
        {control => <TextInput {...control} autoComplete="off" maxLength={100} />}
      </FormField>
    </FormDialog>
  );
}

import type { CorrectableField, FlaggedClosing } from '@closingwire/contracts/flagged-closings';
import type { LeadFlag } from '@closingwire/contracts/screen-api';
import type { ComponentProps } from 'react';
import { useForm } from 'react-hook-form';
import { TextInput } from '../../../ui/field.tsx';
import { FormField } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { changedFields, fieldLabels, priceOf, sourceText, valuesOf } from './closing-texts.ts';
import { useCorrectClosing } from './queries.ts';

type EditDialogProps = { flag: LeadFlag; closing: FlaggedClosing; onClose: () => void };

type FieldFacts = {
  name: CorrectableField;
  input?: ComponentProps<'input'>;
  validate?: (text: string) => true | string;
};

const needed = (text: string) => text.trim() !== '' || 'Enter a value';

const fields: readonly FieldFacts[] = [
  {
    name: 'price',
    input: { inputMode: 'numeric' },
    validate: text => priceOf(text) !== undefined || 'Enter a whole sum of at least $1,000, or nothing',
  },
  { name: 'address1', validate: needed },
  { name: 'fullName', validate: needed },
  { name: 'brokerageName' },
  { name: 'email', input: { type: 'email', maxLength: 254 } },
  { name: 'mobile', input: { type: 'tel', maxLength: 40 } },
  { name: 'phone', input: { type: 'tel', maxLength: 40 } },
];

/** A form with the fields of a closing that an admin can correct. */
export default function EditDialog({ flag, closing, onClose }: EditDialogProps) {
  const form = useForm({ defaultValues: valuesOf(closing) });
  const correct = useCorrectClosing(flag);
  const submit = form.handleSubmit(values => {
    const changed = changedFields(closing, values);
    if (Object.keys(changed).length === 0) return onClose();
    correct.mutate(changed, { onSuccess: onClose });
  });
  return (
    <FormDialog
      onClose={onClose}
      form={form}
      onSubmit={submit}
      action={correct.isPending ? 'Saving...' : 'Save corrections'}
      isDisabled={correct.isPending}
      title="Correct this closing"
      description="Every customer sees the corrected values at once. Later deliveries do not change them. Price and address are corrected for both sides of the sale, an agent in all ZIP codes."
    >
      {fields.map(({ name, input, validate }) => (
        <FormField
          key={name}
          form={form}
          name={name}
          label={fieldLabels[name]}
          hint={sourceText(closing, name)}
          rules={validate ? { validate } : {}}
        >
          {control => (
            <TextInput {...control} {...input} maxLength={input?.maxLength ?? 200} autoComplete="off" />
          )}
        </FormField>
      ))}
    </FormDialog>
  );
}

import type { newZip } from '@closingwire/contracts/catalog';
import { newZipPriceUsd } from '@closingwire/contracts/prices';
import type { z } from 'zod';
import { lateResolver } from '../../../lib/late-resolver.ts';
import { notify } from '../../../lib/notify.ts';
import { useDraft } from '../../../product/drafts.ts';
import { TextInput } from '../../../ui/field.tsx';
import { FormField, useLateForm } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { FormSwitch } from '../../../ui/form-switch.tsx';
import { chargedPrice, missingFields, priceNoteHint } from './copy.ts';
import { priceOf } from './price-of.ts';
import { useCreateZip } from './queries.ts';

type NewZip = z.input<typeof newZip>;

const check = lateResolver<NewZip>(async () => (await import('@closingwire/contracts/catalog')).newZip);

const blank: NewZip = { zipCode: '', city: '', state: '', price: newZipPriceUsd, isAvailable: true };

export default function AddZipDialog({ onClose }: { onClose: () => void }) {
  const create = useCreateZip();
  const form = useLateForm(check, { defaultValues: blank });
  const dropDraft = useDraft(form, { name: 'new-zip', fields: Object.keys(blank) as (keyof NewZip)[] });
  const close = () => {
    dropDraft();
    onClose();
  };
  const submit = form.handleSubmit(
    zip => create.mutate(zip, { onSuccess: close }),
    () => {
      const { zipCode, city, state } = form.getValues();
      if ([zipCode, city, state].some(text => text.trim() === '')) {
        notify({ title: missingFields, tone: 'danger' });
      }
    },
  );
  return (
    <FormDialog
      onClose={close}
      form={form}
      onSubmit={submit}
      action={create.isPending ? 'Adding...' : 'Add ZIP Code'}
      isDisabled={create.isPending}
      layout="grid grid-cols-2 gap-5"
      title="Add ZIP Code"
      description={`It is charged at ${chargedPrice}, as every ZIP code.`}
    >
      <FormField form={form} name="zipCode" label="ZIP Code">
        {control => <TextInput {...control} required inputMode="numeric" maxLength={5} autoComplete="off" />}
      </FormField>
      <FormField
        form={form}
        name="state"
        rules={{
          onChange: ({ target }) => form.setValue('state', target.value.toUpperCase()),
        }}
        label="State"
      >
        {control => <TextInput {...control} required maxLength={2} autoComplete="off" />}
      </FormField>
      <FormField form={form} name="city" label="City" className="col-span-2">
        {control => <TextInput {...control} required maxLength={100} autoComplete="off" />}
      </FormField>
      <FormField
        form={form}
        name="price"
        rules={{ setValueAs: priceOf }}
        label="Price"
        hint={priceNoteHint}
        className="col-span-2"
      >
        {control => <TextInput {...control} inputMode="numeric" autoComplete="off" />}
      </FormField>
      <FormSwitch form={form} name="isAvailable" label="Available" className="col-span-2" />
    </FormDialog>
  );
}

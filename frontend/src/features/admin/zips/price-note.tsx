import type { AdminZip } from '@closingwire/contracts/catalog';
import { useForm } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { Form, FormField } from '../../../ui/form.tsx';
import { chargedPrice, priceNoteHint } from './copy.ts';
import { priceOf } from './price-of.ts';
import { useSetPriceNote } from './queries.ts';

/** The note on a ZIP's price, which is charged nowhere. */
export function PriceNote({ zip }: { zip: AdminZip }) {
  const form = useForm({ defaultValues: { price: String(zip.price) } });
  const save = useSetPriceNote(zip);
  const submit = form.handleSubmit(({ price }) =>
    save.mutate(priceOf(price), {
      onSettled: after => form.reset({ price: String(after?.price ?? zip.price) }),
    }),
  );
  return (
    <Form className="flex items-start gap-3" onSubmit={submit}>
      <FormField
        form={form}
        name="price"
        label="Price note"
        hint={`${priceNoteHint} What is charged is ${chargedPrice}.`}
        className="flex-1"
      >
        {control => <TextInput {...control} inputMode="numeric" autoComplete="off" maxLength={7} />}
      </FormField>
      <Button type="submit" className="mt-6.5" disabled={save.isPending}>
        Save Note
      </Button>
    </Form>
  );
}

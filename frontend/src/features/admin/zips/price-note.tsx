import type { AdminZip } from '@closingwire/contracts/catalog';
import { useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { chargedPrice, priceNoteHint } from './copy.ts';
import { priceOf } from './price-of.ts';
import { useSetPriceNote } from './queries.ts';

/** The note on a ZIP's price, which is charged nowhere. */
export function PriceNote({ zip }: { zip: AdminZip }) {
  const [text, setText] = useState(String(zip.price));
  const save = useSetPriceNote(zip);
  return (
    <form
      noValidate
      className="flex items-start gap-3"
      onSubmit={event => {
        event.preventDefault();
        save.mutate(priceOf(text), { onSettled: after => setText(String(after?.price ?? zip.price)) });
      }}
    >
      <Field
        label="Price note"
        hint={`${priceNoteHint} What is charged is ${chargedPrice}.`}
        className="flex-1"
      >
        {control => (
          <TextInput
            {...control}
            inputMode="numeric"
            autoComplete="off"
            maxLength={7}
            value={text}
            onChange={event => setText(event.target.value)}
          />
        )}
      </Field>
      <Button type="submit" className="mt-6.5" disabled={save.isPending}>
        Save Note
      </Button>
    </form>
  );
}

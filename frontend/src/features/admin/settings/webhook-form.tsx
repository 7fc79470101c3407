import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { usePutSetting } from './queries.ts';

/** Where new assignments are sent. Saved empty, delivery is off: that is asked once more. */
export function WebhookForm({ url }: { url: string }) {
  const [text, setText] = useState(url);
  const [isTurningOff, setIsTurningOff] = useState(false);
  const put = usePutSetting('initial_scrape_webhook_url');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (put.isPending) return;
    if (text.trim() === '') setIsTurningOff(true);
    else put.mutate(text.trim());
  };
  return (
    <form noValidate onSubmit={submit}>
      <Field
        label="Webhook URL"
        hint="Gets a POST with zip, email, name and userid when a ZIP code is assigned. Saved empty, delivery is off and assignments wait for an address."
      >
        {control => (
          <span className="flex flex-wrap gap-3">
            <TextInput
              {...control}
              type="url"
              maxLength={2000}
              placeholder="https://example.com/hook"
              className="min-w-0 flex-1 basis-60"
              value={text}
              onChange={event => setText(event.target.value)}
            />
            <Button type="submit" tone="accent" disabled={put.isPending}>
              {put.isPending ? 'Saving...' : 'Save Webhook URL'}
            </Button>
          </span>
        )}
      </Field>
      {isTurningOff && (
        <ConfirmDialog
          title="Turn delivery off?"
          action="Turn delivery off"
          onConfirm={() => put.mutate('')}
          onClose={() => setIsTurningOff(false)}
        >
          No assignment is sent while no address is saved. They wait, and leave as soon as there is one.
        </ConfirmDialog>
      )}
    </form>
  );
}

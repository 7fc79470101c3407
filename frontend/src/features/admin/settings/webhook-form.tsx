import { type FormEvent, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { usePutSetting } from './queries.ts';

/** Where new assignments are sent. */
export function WebhookForm({ url }: { url: string }) {
  const [text, setText] = useState(url);
  const put = usePutSetting('initial_scrape_webhook_url');
  const submit = (event: FormEvent) => {
    event.preventDefault();
    if (!put.isPending) put.mutate(text.trim());
  };
  return (
    <form noValidate onSubmit={submit}>
      <Field
        label="Webhook URL"
        hint="Gets a POST with zip, email, name and userid when a ZIP code is assigned. Until one is saved, the default of this installation gets it; saved empty, nobody does."
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
    </form>
  );
}

import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { useDraft } from '../../../product/drafts.ts';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { Form, FormField } from '../../../ui/form.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { usePutSetting } from './queries.ts';

/** The address for new assignments. An empty one turns delivery off, after a confirmation. */
export function WebhookForm({ url }: { url: string }) {
  const form = useForm({ defaultValues: { url } });
  const dropDraft = useDraft(form, { name: 'webhook', fields: ['url'] });
  const [isTurningOff, setIsTurningOff] = useState(false);
  const put = usePutSetting('initial_scrape_webhook_url');
  const submit = form.handleSubmit(values => {
    if (put.isPending) return;
    if (values.url.trim() === '') setIsTurningOff(true);
    else put.mutate(values.url.trim(), { onSuccess: dropDraft });
  });
  return (
    <Form onSubmit={submit}>
      <FormField
        form={form}
        name="url"
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
            />
            <Button type="submit" tone="accent" disabled={put.isPending}>
              {put.isPending ? 'Saving...' : 'Save Webhook URL'}
            </Button>
          </span>
        )}
      </FormField>
      {isTurningOff && (
        <ConfirmDialog
          title="Turn delivery off?"
          action="Turn delivery off"
          onConfirm={() => put.mutate('', { onSuccess: dropDraft })}
          onClose={() => setIsTurningOff(false)}
        >
          No assignment is sent while no address is saved. They wait, and leave as soon as there is one.
        </ConfirmDialog>
      )}
    </Form>
  );
}

import { lateResolver } from '../../lib/late-resolver.ts';
import { notify } from '../../lib/notify.ts';
import { useDraft } from '../../product/drafts.ts';
import { TextArea, TextInput } from '../../ui/field.tsx';
import { Form, FormField, useLateForm } from '../../ui/form.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { contactCopy } from './copy.ts';
import { type ContactMessage, useSendMessage } from './queries.ts';

const check = lateResolver<ContactMessage>(
  async () => (await import('@closingwire/contracts/content')).contactMessage,
);

const empty: ContactMessage = { name: '', email: '', subject: '', message: '' };

const storedFields = ['name', 'email', 'subject', 'message'] as const;

export function ContactForm() {
  const send = useSendMessage();
  const form = useLateForm(check);
  const dropDraft = useDraft(form, { name: 'contact', fields: storedFields });
  const submit = form.handleSubmit(
    message =>
      send.mutate(message, {
        onSuccess: () => {
          form.reset(empty);
          dropDraft();
        },
      }),
    () => {
      const isIncomplete = Object.values(form.getValues()).some(value => value.trim() === '');
      if (isIncomplete) notify({ ...contactCopy.incomplete, tone: 'danger' });
    },
  );
  return (
    <Form form={form} className="grid gap-5" onSubmit={submit}>
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField form={form} name="name" label="Full Name" refusal="Please enter your name">
          {control => <TextInput {...control} autoComplete="name" />}
        </FormField>
        <FormField
          form={form}
          name="email"
          label="Email Address"
          refusal="Please enter an email such as name@example.com"
        >
          {control => <TextInput {...control} type="email" autoComplete="email" />}
        </FormField>
      </div>
      <FormField form={form} name="subject" label="Subject" refusal="Please enter a subject">
        {control => <TextInput {...control} />}
      </FormField>
      <FormField form={form} name="message" label="Message" refusal="Please enter a message">
        {control => <TextArea {...control} className="min-h-40!" />}
      </FormField>
      <SubmitButton isPending={send.isPending} pendingLabel="Sending...">
        Send Message
      </SubmitButton>
    </Form>
  );
}

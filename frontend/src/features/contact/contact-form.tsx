import { useForm } from 'react-hook-form';
import { lateResolver } from '../../lib/late-resolver.ts';
import { notify } from '../../lib/notify.ts';
import { Field, TextArea, TextInput } from '../../ui/field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { contactCopy } from './copy.ts';
import { type ContactMessage, useSendMessage } from './queries.ts';

const check = lateResolver<ContactMessage>(
  async () => (await import('./message-resolver.ts')).messageResolver,
);

const empty: ContactMessage = { name: '', email: '', subject: '', message: '' };

export function ContactForm() {
  const send = useSendMessage();
  const { register, handleSubmit, reset, getValues, formState } = useForm<ContactMessage>({
    resolver: check.resolver,
  });
  const { errors } = formState;
  const submit = handleSubmit(
    message => send.mutate(message, { onSuccess: () => reset(empty) }),
    () => {
      const isIncomplete = Object.values(getValues()).some(value => value.trim() === '');
      if (isIncomplete) notify({ ...contactCopy.incomplete, tone: 'danger' });
    },
  );
  return (
    <form noValidate method="post" className="grid gap-5" onFocus={check.load} onSubmit={submit}>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Full Name" error={errors.name && 'Please enter your name'}>
          {control => <TextInput {...control} autoComplete="name" {...register('name')} />}
        </Field>
        <Field label="Email Address" error={errors.email && 'Please enter an email such as name@example.com'}>
          {control => <TextInput {...control} type="email" autoComplete="email" {...register('email')} />}
        </Field>
      </div>
      <Field label="Subject" error={errors.subject && 'Please enter a subject'}>
        {control => <TextInput {...control} {...register('subject')} />}
      </Field>
      <Field label="Message" error={errors.message && 'Please enter a message'}>
        {control => <TextArea {...control} className="min-h-40!" {...register('message')} />}
      </Field>
      <SubmitButton isPending={send.isPending} pendingLabel="Sending...">
        Send Message
      </SubmitButton>
    </form>
  );
}

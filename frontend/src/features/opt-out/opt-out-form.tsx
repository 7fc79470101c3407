import { useForm } from 'react-hook-form';
import { lateResolver } from '../../lib/late-resolver.ts';
import { Field, TextInput } from '../../ui/field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import type { OptOutRequest } from './queries.ts';

const check = lateResolver<OptOutRequest>(
  async () => (await import('./request-resolver.ts')).requestResolver,
);
const phoneError = 'Please enter a phone number such as (206) 555-0142';
const licenseError = 'Please enter a license number such as CA 0001';

/** What was left empty is not sent. */
const orUndefined = (text: string) => text.trim() || undefined;

type OptOutFormProps = { isPending: boolean; onSubmit: (request: OptOutRequest) => void };

export function OptOutForm({ isPending, onSubmit }: OptOutFormProps) {
  const { register, handleSubmit, formState } = useForm<OptOutRequest>({
    resolver: check.resolver,
  });
  const { errors } = formState;
  return (
    <form
      noValidate
      method="post"
      className="grid gap-5"
      onFocus={check.load}
      onSubmit={handleSubmit(request => onSubmit(request))}
    >
      <Field
        label="Email Address"
        hint="The one that stands in public records or on your listings. We mail a link to it."
        error={errors.email && 'Please enter an email such as name@example.com'}
      >
        {control => <TextInput {...control} type="email" autoComplete="email" {...register('email')} />}
      </Field>
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="Phone (optional)" error={errors.phone && phoneError}>
          {control => (
            <TextInput
              {...control}
              type="tel"
              autoComplete="tel"
              {...register('phone', { setValueAs: orUndefined })}
            />
          )}
        </Field>
        <Field label="License number (optional)" error={errors.licenseNumber && licenseError}>
          {control => <TextInput {...control} {...register('licenseNumber', { setValueAs: orUndefined })} />}
        </Field>
      </div>
      <p className="text-sm text-pretty text-muted">
        The phone and license number help us to find closings that came without your email address. If other
        agents may have the same ones, we look at them first and mail you what we decided.
      </p>
      <SubmitButton isPending={isPending} pendingLabel="Sending...">
        Send request
      </SubmitButton>
    </form>
  );
}

import { useFormContext } from 'react-hook-form';
import { Field, TextInput } from '../../ui/field.tsx';
import { PasswordInput } from '../../ui/password-input.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import type { Registration } from './queries.ts';

export function PersonStep() {
  const {
    register,
    formState: { errors },
  } = useFormContext<Registration>();
  return (
    <div className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <Field label="First name" error={errors.firstName && 'Please enter your first name'}>
          {control => <TextInput {...control} autoComplete="given-name" {...register('firstName')} />}
        </Field>
        <Field label="Last name" error={errors.lastName && 'Please enter your last name'}>
          {control => <TextInput {...control} autoComplete="family-name" {...register('lastName')} />}
        </Field>
      </div>
      <Field label="Email" error={errors.email && 'Please enter an email such as name@example.com'}>
        {control => <TextInput {...control} type="email" autoComplete="email" {...register('email')} />}
      </Field>
      <Field
        label="Password"
        hint="At least 6 characters; a longer one that you use nowhere else is better."
        error={errors.password?.message}
      >
        {control => <PasswordInput {...control} autoComplete="new-password" {...register('password')} />}
      </Field>
      <Field label="Phone" error={errors.phone && 'Please enter a phone number'}>
        {control => <TextInput {...control} type="tel" autoComplete="tel" {...register('phone')} />}
      </Field>
      <SubmitButton isPending={false} pendingLabel="" className="mt-1 w-full">
        Continue
      </SubmitButton>
    </div>
  );
}

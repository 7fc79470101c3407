import { useFormContext, useWatch } from 'react-hook-form';
import { Field, TextInput } from '../../ui/field.tsx';
import { NewPasswordField } from '../../ui/new-password-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import type { Registration } from './queries.ts';

export function PersonStep() {
  const {
    register,
    control: form,
    formState: { errors },
  } = useFormContext<Registration>();
  const [password = '', ...about] = useWatch({
    control: form,
    name: ['password', 'firstName', 'lastName', 'email'],
  });
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
      <NewPasswordField
        label="Password"
        value={password}
        about={about.filter(fact => fact !== undefined)}
        error={errors.password?.message}
        input={register('password')}
      />
      <Field label="Phone" error={errors.phone && 'Please enter a phone number'}>
        {control => <TextInput {...control} type="tel" autoComplete="tel" {...register('phone')} />}
      </Field>
      <SubmitButton isPending={false} pendingLabel="" className="mt-1 w-full">
        Continue
      </SubmitButton>
    </div>
  );
}

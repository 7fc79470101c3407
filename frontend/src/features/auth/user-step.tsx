import { useFormContext, useWatch } from 'react-hook-form';
import { TextInput } from '../../ui/field.tsx';
import { FormField } from '../../ui/form.tsx';
import { NewPasswordField } from '../../ui/new-password-field.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import type { Registration } from './queries.ts';

export function UserStep() {
  const form = useFormContext<Registration>();
  const [password = '', ...about] = useWatch({
    control: form.control,
    name: ['password', 'firstName', 'lastName', 'email'],
  });
  return (
    <div className="grid gap-5">
      <div className="grid gap-5 sm:grid-cols-2">
        <FormField form={form} name="firstName" label="First name" refusal="Please enter your first name">
          {control => <TextInput {...control} autoComplete="given-name" />}
        </FormField>
        <FormField form={form} name="lastName" label="Last name" refusal="Please enter your last name">
          {control => <TextInput {...control} autoComplete="family-name" />}
        </FormField>
      </div>
      <FormField
        form={form}
        name="email"
        label="Email"
        refusal="Please enter an email such as name@example.com"
      >
        {control => <TextInput {...control} type="email" autoComplete="email" />}
      </FormField>
      <NewPasswordField
        label="Password"
        value={password}
        about={about.filter(fact => fact !== undefined)}
        error={form.formState.errors.password?.message}
        input={form.register('password')}
      />
      <FormField form={form} name="phone" label="Phone" refusal="Please enter a phone number">
        {control => <TextInput {...control} type="tel" autoComplete="tel" />}
      </FormField>
      <SubmitButton isPending={false} pendingLabel="" className="mt-1 w-full">
        Continue
      </SubmitButton>
    </div>
  );
}

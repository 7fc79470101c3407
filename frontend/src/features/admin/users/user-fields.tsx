import { teamSizes } from '@closingwire/contracts/reference';
import type { User } from '@closingwire/contracts/user';
import { useId } from 'react';
import { Controller, type UseFormReturn } from 'react-hook-form';
import { Field, TextInput } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { IndustryField } from './industry-field.tsx';
import { choicesWith, daysOf, type UserForm } from './user-form.ts';

type UserFieldsProps = { form: UseFormReturn<UserForm>; user: User };

const inputs = [
  { name: 'firstName', label: 'First name', type: 'text' },
  { name: 'lastName', label: 'Last name', type: 'text' },
  { name: 'email', label: 'Email', type: 'email' },
  { name: 'phone', label: 'Phone', type: 'tel' },
  { name: 'companyName', label: 'Company name', type: 'text' },
] as const;

/** Everything that an admin changes on a person. */
export function UserFields({ form, user }: UserFieldsProps) {
  const { register, formState } = form;
  const { errors } = formState;
  return (
    <>
      {inputs.map(({ name, label, type }) => (
        <Field key={name} label={label} error={errors[name]?.message}>
          {control => <TextInput {...control} type={type} autoComplete="off" {...register(name)} />}
        </Field>
      ))}
      <Field label="Team size" error={errors.teamSize?.message}>
        {control => (
          <NativeSelect {...control} {...register('teamSize')}>
            <option value="">Not set</option>
            <Choices of={choicesWith(teamSizes, user.teamSize)} />
          </NativeSelect>
        )}
      </Field>
      <IndustryField form={form} user={user} />
      <Field
        label="Credit trial days"
        error={errors.trialDays?.message}
        hint="0 to 365. The trial then ends so many days from today; empty leaves it as it is."
      >
        {control => (
          <TextInput
            {...control}
            type="number"
            inputMode="numeric"
            min={0}
            max={365}
            {...register('trialDays', { setValueAs: daysOf })}
          />
        )}
      </Field>
      <NotificationSwitch form={form} />
    </>
  );
}

const Choices = ({ of }: { of: readonly string[] }) =>
  of.map(choice => <option key={choice}>{choice}</option>);

function NotificationSwitch({ form }: Pick<UserFieldsProps, 'form'>) {
  const id = useId();
  return (
    <div className="flex items-center justify-between gap-6 sm:col-span-2">
      <label htmlFor={id} className="text-sm font-medium">
        Email notifications
      </label>
      <Controller
        control={form.control}
        name="emailNotifications"
        render={({ field: { value, onChange, ref } }) => (
          <Switch id={id} ref={ref} checked={value} onCheckedChange={onChange} />
        )}
      />
    </div>
  );
}

import { claimIndustryOf, teamSizes } from '@closingwire/contracts/reference';
import type { User } from '@closingwire/contracts/screen-api';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { TextInput } from '../../../ui/field.tsx';
import { FormField } from '../../../ui/form.tsx';
import { FormSwitch } from '../../../ui/form-switch.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { choicesWith, daysOf, industryGroups, type UserForm } from './user-form.ts';

type UserFieldsProps = { form: UseFormReturn<UserForm>; user: User };

const inputs = [
  { name: 'firstName', label: 'First name', type: 'text' },
  { name: 'lastName', label: 'Last name', type: 'text' },
  { name: 'email', label: 'Email', type: 'email' },
  { name: 'phone', label: 'Phone', type: 'tel' },
  { name: 'companyName', label: 'Company name', type: 'text' },
] as const;

export function UserFields({ form, user }: UserFieldsProps) {
  return (
    <>
      {inputs.map(({ name, label, type }) => (
        <FormField form={form} name={name} key={name} label={label}>
          {control => <TextInput {...control} type={type} autoComplete="off" />}
        </FormField>
      ))}
      <FormField form={form} name="teamSize" label="Team size">
        {control => (
          <NativeSelect {...control}>
            <option value="">Not set</option>
            <Choices of={choicesWith(teamSizes, user.teamSize)} />
          </NativeSelect>
        )}
      </FormField>
      <IndustryField form={form} user={user} />
      <FormField
        form={form}
        name="trialDays"
        rules={{ setValueAs: daysOf }}
        label="Credit trial days"
        hint="0 to 365. The trial then ends so many days from today; empty leaves it as it is."
      >
        {control => <TextInput {...control} type="number" inputMode="numeric" min={0} max={365} />}
      </FormField>
      <FormSwitch
        form={form}
        name="emailNotifications"
        label="Email notifications"
        className="sm:col-span-2"
      />
    </>
  );
}

const Choices = ({ of }: { of: readonly string[] }) =>
  of.map(choice => <option key={choice}>{choice}</option>);

const isListed = (industry: string) => industryGroups.some(({ industries }) => industries.includes(industry));

/** Both lists of industries, and the industry that counts for claims. */
function IndustryField({ form, user }: { form: UseFormReturn<UserForm>; user: User }) {
  const chosen = useWatch({ control: form.control, name: 'industry' });
  return (
    <FormField form={form} name="industry" label="Industry" hint={exclusivityOf(chosen)}>
      {control => (
        <NativeSelect {...control}>
          {!isListed(user.industry) && <option value={user.industry}>{user.industry || 'Not set'}</option>}
          {industryGroups.map(({ label, industries }) => (
            <optgroup key={label} label={label}>
              {industries.map(industry => (
                <option key={industry}>{industry}</option>
              ))}
            </optgroup>
          ))}
        </NativeSelect>
      )}
    </FormField>
  );
}

function exclusivityOf(industry: string): string {
  if (industry === '') return 'Without an industry no ZIP code can be claimed.';
  const counted = claimIndustryOf(industry);
  return counted === industry
    ? 'An industry of its own: one company per ZIP code. ZIP codes held already stay.'
    : `Counts as ${counted}: one company per ZIP code. ZIP codes held already stay.`;
}

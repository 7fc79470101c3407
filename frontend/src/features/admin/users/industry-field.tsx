import { adminIndustries, claimIndustryOf, signupIndustries } from '@closingwire/contracts/reference';
import type { User } from '@closingwire/contracts/user';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { FormField } from '../../../ui/form.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import type { UserForm } from './user-form.ts';

const groups = [
  { label: 'Sign-up industries', industries: signupIndustries },
  { label: 'Admin labels', industries: adminIndustries },
];

const isListed = (industry: string) =>
  groups.some(({ industries }) => industries.some(listed => listed === industry));

/** Both lists of industries, and under which industry the chosen one claims ZIP codes. */
export function IndustryField({ form, user }: { form: UseFormReturn<UserForm>; user: User }) {
  const chosen = useWatch({ control: form.control, name: 'industry' });
  return (
    <FormField form={form} name="industry" label="Industry" hint={exclusivityOf(chosen)}>
      {control => (
        <NativeSelect {...control}>
          {!isListed(user.industry) && <option value={user.industry}>{user.industry || 'Not set'}</option>}
          {groups.map(({ label, industries }) => (
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

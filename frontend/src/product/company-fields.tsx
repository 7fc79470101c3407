import { signupIndustries, teamSizes } from '@closingwire/contracts/reference';
import type { company } from '@closingwire/contracts/user';
import type { UseFormReturn } from 'react-hook-form';
import type { z } from 'zod';
import { TextInput } from '../ui/field.tsx';
import { FormField } from '../ui/form.tsx';
import { NativeSelect } from '../ui/native-select.tsx';

export type Company = z.input<typeof company>;

const options = (values: readonly string[]) => [
  <option key="" value="">
    Choose one
  </option>,
  ...values.map(value => <option key={value}>{value}</option>),
];

type CompanyFieldsProps = { form: UseFormReturn<Company>; industryHint?: string; autoFocus?: boolean };

export function CompanyFields({ form, industryHint, autoFocus }: CompanyFieldsProps) {
  return (
    <>
      <FormField
        form={form}
        name="industry"
        label="Industry"
        hint={industryHint}
        refusal="Please choose your industry"
      >
        {control => (
          <NativeSelect autoFocus={autoFocus} {...control}>
            {options(signupIndustries)}
          </NativeSelect>
        )}
      </FormField>
      <FormField form={form} name="companyName" label="Company name" refusal="Please enter your company name">
        {control => <TextInput {...control} autoComplete="organization" />}
      </FormField>
      <FormField form={form} name="teamSize" label="Team size" refusal="Please choose your team size">
        {control => <NativeSelect {...control}>{options(teamSizes)}</NativeSelect>}
      </FormField>
    </>
  );
}

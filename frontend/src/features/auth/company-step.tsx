import { signupIndustries, teamSizes } from '@closingwire/contracts/reference';
import { useFormContext } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { TextInput } from '../../ui/field.tsx';
import { FormField } from '../../ui/form.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import type { Registration } from './queries.ts';

const options = (values: readonly string[]) => [
  <option key="" value="">
    Choose one
  </option>,
  ...values.map(value => (
    <option key={value} value={value}>
      {value}
    </option>
  )),
];

export function CompanyStep({ isPending, onBack }: { isPending: boolean; onBack: () => void }) {
  const form = useFormContext<Registration>();
  return (
    <div className="grid gap-5">
      <FormField
        form={form}
        name="industry"
        label="Industry"
        hint="Each ZIP code is open to one company per industry."
        refusal="Please choose your industry"
      >
        {control => (
          <NativeSelect autoFocus {...control}>
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
      <div className="mt-1 flex gap-3">
        <Button size="lg" onClick={onBack}>
          Back
        </Button>
        <SubmitButton isPending={isPending} pendingLabel="Creating account..." className="flex-1">
          Create Account
        </SubmitButton>
      </div>
    </div>
  );
}

import { signupIndustries, teamSizes } from '@closingwire/contracts/reference';
import { useFormContext } from 'react-hook-form';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
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
  const {
    register,
    formState: { errors },
  } = useFormContext<Registration>();
  return (
    <div className="grid gap-5">
      <Field
        label="Industry"
        hint="Each ZIP code is open to one company per industry."
        error={errors.industry && 'Please choose your industry'}
      >
        {control => (
          <NativeSelect autoFocus {...control} {...register('industry')}>
            {options(signupIndustries)}
          </NativeSelect>
        )}
      </Field>
      <Field label="Company name" error={errors.companyName && 'Please enter your company name'}>
        {control => <TextInput {...control} autoComplete="organization" {...register('companyName')} />}
      </Field>
      <Field label="Team size" error={errors.teamSize && 'Please choose your team size'}>
        {control => (
          <NativeSelect {...control} {...register('teamSize')}>
            {options(teamSizes)}
          </NativeSelect>
        )}
      </Field>
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

import { signupIndustries, teamSizes } from '@closingwire/contracts/reference';
import { company, type User } from '@closingwire/contracts/user';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { Card } from '../../ui/card.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { SubmitButton } from '../../ui/submit-button.tsx';
import { type Company, useSetCompany } from './queries.ts';

const options = (values: readonly string[]) => [
  <option key="" value="">
    Choose one
  </option>,
  ...values.map(value => <option key={value}>{value}</option>),
];

/** ZIP codes are claimed in an industry, so there is no order without one. */
export default function CompanyForm({ user }: { user: User }) {
  const save = useSetCompany();
  const { register, handleSubmit, formState } = useForm<Company>({
    resolver: zodResolver(company),
    defaultValues: {
      companyName: user.companyName,
      ...(teamSizes.some(size => size === user.teamSize) && {
        teamSize: user.teamSize as Company['teamSize'],
      }),
    },
  });
  const { errors } = formState;
  return (
    <Card className="mt-8 p-5 sm:p-6">
      <h2 className="text-lg font-semibold">Before your first order</h2>
      <p className="mt-1 text-sm text-pretty text-muted">
        Each ZIP code is open to one company per industry. Tell us yours; the industry cannot be changed later
        without support.
      </p>
      <form
        noValidate
        aria-label="Your company"
        className="mt-5 grid items-start gap-5 sm:grid-cols-3"
        onSubmit={handleSubmit(values => save.mutate(values))}
      >
        <Field label="Industry" error={errors.industry && 'Please choose your industry'}>
          {control => (
            <NativeSelect {...control} {...register('industry')}>
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
        <SubmitButton
          isPending={save.isPending}
          pendingLabel="Saving..."
          className="justify-self-start sm:col-span-3"
        >
          Save and continue
        </SubmitButton>
      </form>
    </Card>
  );
}

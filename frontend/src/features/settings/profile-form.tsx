import { teamSizes } from '@closingwire/contracts/reference';
import type { User } from '@closingwire/contracts/screen-api';
import { useWatch } from 'react-hook-form';
import { lateResolver } from '../../lib/late-resolver.ts';
import { merged } from '../../lib/merged.ts';
import { useDraft } from '../../product/drafts.ts';
import { Button } from '../../ui/button.tsx';
import { Field, TextInput } from '../../ui/field.tsx';
import { Form, FormField, useLateForm } from '../../ui/form.tsx';
import { NativeSelect } from '../../ui/native-select.tsx';
import { NoticeBox } from '../../ui/notice-box.tsx';
import { TextLink } from '../../ui/text-link.tsx';
import { EmailProofField, useEmailProof } from './email-proof.tsx';
import { asksForNewEmail, type Profile, useUpdateProfile } from './queries.ts';

const check = lateResolver<Profile>(async () => (await import('./schemas.ts')).profile);

const profileOf = ({ firstName, lastName, email, phone, companyName, teamSize }: User): Profile => ({
  firstName,
  lastName,
  email,
  phone,
  companyName,
  teamSize: teamSizes.find(size => size === teamSize) ?? '',
});

const storedFields = ['firstName', 'lastName', 'email', 'phone', 'companyName', 'teamSize'] as const;

export function ProfileForm({ user }: { user: User }) {
  const update = useUpdateProfile();
  const saved = profileOf(user);
  const form = useLateForm(check, { defaultValues: saved, values: saved });
  const dropDraft = useDraft(form, { name: 'profile', fields: storedFields });
  const email = useWatch({ control: form.control, name: 'email' });
  const moves = asksForNewEmail({ email }, user);
  const proof = useEmailProof(form, moves);
  return (
    <Form
      form={form}
      className="grid grid-cols-1 gap-5 sm:grid-cols-2"
      onSubmit={form.handleSubmit(given => {
        const { currentPassword: _password, nonce: _code, ...values } = given;
        if (!proof.isGiven(given)) return;
        update.mutate(
          { ...values, ...proof.sent(given) },
          {
            onSuccess: (after, sent) => {
              const known: User = { ...user, ...sent, email: user.email };
              form.reset(profileOf(merged(known, after ?? {})));
              dropDraft();
            },
            onError: proof.onError,
          },
        );
      })}
    >
      <FormField form={form} name="firstName" label="First name" refusal="Please enter your first name">
        {control => <TextInput {...control} autoComplete="given-name" />}
      </FormField>
      <FormField form={form} name="lastName" label="Last name" refusal="Please enter your last name">
        {control => <TextInput {...control} autoComplete="family-name" />}
      </FormField>
      <FormField
        form={form}
        name="email"
        label="Email"
        refusal="Please enter an email such as name@example.com"
      >
        {control => <TextInput {...control} type="email" autoComplete="email" />}
      </FormField>
      {moves && <EmailProofField form={form} user={user} proof={proof} />}
      <FormField form={form} name="phone" label="Phone">
        {control => <TextInput {...control} type="tel" autoComplete="tel" />}
      </FormField>
      <FormField form={form} name="companyName" label="Company name">
        {control => <TextInput {...control} autoComplete="organization" />}
      </FormField>
      <FormField form={form} name="teamSize" label="Team size" refusal="Please choose your team size">
        {control => (
          <NativeSelect {...control}>
            <option value="">Not set</option>
            {teamSizes.map(size => (
              <option key={size}>{size}</option>
            ))}
          </NativeSelect>
        )}
      </FormField>
      <Field
        className="sm:col-span-2"
        label="Industry"
        hint={
          <>
            ZIP codes are claimed per industry, so it cannot be changed here.{' '}
            {user.industry ? (
              <>
                <TextLink to="/contact">Contact support</TextLink> to change it.
              </>
            ) : (
              <>
                <TextLink to="/zips">Choose it</TextLink> before your first order.
              </>
            )}
          </>
        }
      >
        {control => <TextInput {...control} value={user.industry || 'Not chosen yet'} disabled readOnly />}
      </Field>
      {update.isSuccess && asksForNewEmail(update.variables, user) && (
        <AwaitsLink change={update.variables} email={user.email} />
      )}
      <Button type="submit" tone="accent" className="justify-self-start" disabled={update.isPending}>
        {update.isPending ? 'Saving...' : 'Save Changes'}
      </Button>
    </Form>
  );
}

/** The link that the user has to confirm before the email changes. */
function AwaitsLink({ change, email }: { change: Profile; email: string }) {
  const newEmail = <strong className="font-semibold">{change.email}</strong>;
  return (
    <NoticeBox title="Confirm your new email" className="wrap-anywhere sm:col-span-2">
      We sent a link to {newEmail}. Until you confirm it, your email stays {email}.
    </NoticeBox>
  );
}

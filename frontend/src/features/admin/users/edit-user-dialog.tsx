import type { AddressMark } from '@closingwire/contracts/notifications';
import { claimIndustryOf, teamSizes } from '@closingwire/contracts/reference';
import type { User } from '@closingwire/contracts/screen-api';
import { lazy, Suspense, useState } from 'react';
import { type UseFormReturn, useWatch } from 'react-hook-form';
import { formatDay, formatInstant } from '../../../lib/dates.ts';
import { lateResolver } from '../../../lib/late-resolver.ts';
import { useDraft } from '../../../product/drafts.ts';
import { TextInput } from '../../../ui/field.tsx';
import { FormField, useLateForm } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { FormSwitch } from '../../../ui/form-switch.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { MarkNotice } from './marks.tsx';
import { nameOf } from './name-of.ts';
import { useSetDetails } from './queries.ts';
import { endsTrial, trialHint } from './trial-change.ts';
import { trialText } from './trial-text.ts';
import {
  changesOf,
  choicesWith,
  daysOf,
  formOf,
  industryGroups,
  type UserChanges,
  type UserForm,
} from './user-form.ts';

const EndTrialDialog = lazy(() => import('./end-trial-dialog.tsx'));

const check = lateResolver<UserForm>(async () => (await import('./user-schema.ts')).userSchema);

type EditUserDialogProps = { user: User; mark: AddressMark | undefined; onClose: () => void };

export function EditUserDialog({ user, mark, onClose }: EditUserDialogProps) {
  const save = useSetDetails(user);
  const [asked, setAsked] = useState<UserChanges>();
  const defaultValues = formOf(user);
  const form = useLateForm(check, { defaultValues });
  const fields = Object.keys(defaultValues) as (keyof UserForm)[];
  const dropDraft = useDraft(form, { name: `user:${user.id}`, fields });
  const close = () => {
    dropDraft();
    onClose();
  };
  const submit = form.handleSubmit(values => {
    const changes = changesOf(user, values);
    if (Object.keys(changes).length === 0) return close();
    if (endsTrial(user, changes.trialDays, new Date())) return setAsked(changes);
    return save.mutate(changes, { onSuccess: close });
  });
  return (
    <FormDialog
      wide
      onClose={close}
      form={form}
      onSubmit={submit}
      action={save.isPending ? 'Saving...' : 'Save Changes'}
      isDisabled={save.isPending}
      layout="grid gap-5 sm:grid-cols-2"
      title="Edit user"
      description={`${nameOf(user)}, ${user.email}`}
    >
      {mark && <MarkNotice user={user} mark={mark} />}
      <UserFields form={form} user={user} />
      <TrialFacts user={user} />
      <Suspense fallback={null}>
        {asked && (
          <EndTrialDialog
            user={user}
            onClose={() => setAsked(undefined)}
            onConfirm={() => save.mutate(asked, { onSuccess: close })}
          />
        )}
      </Suspense>
    </FormDialog>
  );
}

const termsText = (version: string | null) =>
  version === null ? 'Not accepted' : `Version of ${formatDay(version)} accepted`;

/** Read-only facts that billing publishes, and the accepted terms. */
function TrialFacts({ user }: { user: User }) {
  const facts = [
    ['Trial', trialText(user, new Date())],
    ['Payment method', user.hasActivePayment ? 'On file' : 'None'],
    ['Stripe customer', user.stripeCustomerId ?? 'None'],
    ['Joined', user.createdAt ? formatInstant(user.createdAt) : '–'],
    ...(user.termsVersion === undefined ? [] : [['Terms of use', termsText(user.termsVersion)]]),
  ];
  return (
    <dl className="grid gap-x-6 gap-y-3 rounded-xl bg-sunken p-4 text-sm sm:col-span-2 sm:grid-cols-2">
      {facts.map(([term, fact]) => (
        <div key={term}>
          <dt className="text-muted">{term}</dt>
          <dd className="font-medium wrap-anywhere">{fact}</dd>
        </div>
      ))}
    </dl>
  );
}

type UserFieldsProps = { form: UseFormReturn<UserForm>; user: User };

const inputs = [
  { name: 'firstName', label: 'First name', type: 'text' },
  { name: 'lastName', label: 'Last name', type: 'text' },
  { name: 'email', label: 'Email', type: 'email' },
  { name: 'phone', label: 'Phone', type: 'tel' },
  { name: 'companyName', label: 'Company name', type: 'text' },
] as const;

function UserFields({ form, user }: UserFieldsProps) {
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
            {choicesWith(teamSizes, user.teamSize).map(size => (
              <option key={size}>{size}</option>
            ))}
          </NativeSelect>
        )}
      </FormField>
      <IndustryField form={form} user={user} />
      <TrialDaysField form={form} user={user} />
      <FormSwitch
        form={form}
        name="emailNotifications"
        label="Email notifications"
        className="sm:col-span-2"
      />
    </>
  );
}

function TrialDaysField({ form, user }: UserFieldsProps) {
  const days = useWatch({ control: form.control, name: 'trialDays' });
  return (
    <FormField
      form={form}
      name="trialDays"
      rules={{ setValueAs: daysOf }}
      label="Credit trial days"
      hint={trialHint(user, days, new Date())}
    >
      {control => <TextInput {...control} type="number" inputMode="numeric" min={0} max={365} />}
    </FormField>
  );
}

const isListed = (industry: string) => industryGroups.some(({ industries }) => industries.includes(industry));

/** Both lists of industries, and the industry that counts for claims. */
function IndustryField({ form, user }: UserFieldsProps) {
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

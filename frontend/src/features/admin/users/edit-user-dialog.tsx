import type { AddressMark } from '@closingwire/contracts/notifications';
import type { User } from '@closingwire/contracts/screen-api';
import { formatInstant } from '../../../lib/dates.ts';
import { lateResolver } from '../../../lib/late-resolver.ts';
import { useDraft } from '../../../product/drafts.ts';
import { useLateForm } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { MarkNotice } from './marks.tsx';
import { useSetDetails } from './queries.ts';
import { trialText } from './trial-text.ts';
import { nameOf } from './user-cells.tsx';
import { UserFields } from './user-fields.tsx';
import { changesOf, formOf, type UserForm } from './user-form.ts';

const check = lateResolver<UserForm>(async () => (await import('./user-schema.ts')).userSchema);

type EditUserDialogProps = { user: User; mark: AddressMark | undefined; onClose: () => void };

export function EditUserDialog({ user, mark, onClose }: EditUserDialogProps) {
  const save = useSetDetails(user);
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
    </FormDialog>
  );
}

/** Read-only facts that billing publishes. */
function TrialFacts({ user }: { user: User }) {
  const facts = [
    ['Trial', trialText(user, new Date())],
    ['Payment method', user.hasActivePayment ? 'On file' : 'None'],
    ['Stripe customer', user.stripeCustomerId ?? 'None'],
    ['Joined', user.createdAt ? formatInstant(user.createdAt) : '–'],
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

import type { User } from '@closingwire/contracts/user';
import { lateResolver } from '../../../lib/late-resolver.ts';
import { useLateForm } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useSetDetails } from './queries.ts';
import { TrialFacts } from './trial-facts.tsx';
import { UserFields } from './user-fields.tsx';
import { changesOf, formOf, type UserForm } from './user-form.ts';
import { nameOf } from './user-name.ts';

const check = lateResolver<UserForm>(async () => (await import('./user-schema.ts')).userSchema);

export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const save = useSetDetails(user);
  const form = useLateForm(check, { defaultValues: formOf(user) });
  const submit = form.handleSubmit(values => {
    const changes = changesOf(user, values);
    if (Object.keys(changes).length === 0) return onClose();
    return save.mutate(changes, { onSuccess: onClose });
  });
  return (
    <FormDialog
      wide
      onClose={onClose}
      form={form}
      onSubmit={submit}
      action={save.isPending ? 'Saving...' : 'Save Changes'}
      isDisabled={save.isPending}
      layout="grid gap-5 sm:grid-cols-2"
      title="Edit user"
      description={`${nameOf(user)}, ${user.email}`}
    >
      <UserFields form={form} user={user} />
      <TrialFacts user={user} />
    </FormDialog>
  );
}

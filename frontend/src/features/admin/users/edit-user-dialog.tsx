import type { User } from '@closingwire/contracts/user';
import { zodResolver } from '@hookform/resolvers/zod';
import { useForm } from 'react-hook-form';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { useSetDetails } from './queries.ts';
import { TrialFacts } from './trial-facts.tsx';
import { UserFields } from './user-fields.tsx';
import { changesOf, formOf, type UserForm, userForm } from './user-form.ts';
import { nameOf } from './user-name.ts';

export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const save = useSetDetails(user);
  const form = useForm<UserForm>({ resolver: zodResolver(userForm), defaultValues: formOf(user) });
  const submit = form.handleSubmit(values => {
    const changes = changesOf(user, values);
    if (Object.keys(changes).length === 0) return onClose();
    return save.mutate(changes, { onSuccess: onClose });
  });
  return (
    <FormDialog
      wide
      onClose={onClose}
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

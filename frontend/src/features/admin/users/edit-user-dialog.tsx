import type { User } from '@closingwire/contracts/user';
import { zodResolver } from '@hookform/resolvers/zod';
import { useId } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { useSetDetails } from './queries.ts';
import { TrialFacts } from './trial-facts.tsx';
import { UserFields } from './user-fields.tsx';
import { changesOf, formOf, type UserForm, userForm } from './user-form.ts';
import { nameOf } from './user-name.ts';

export function EditUserDialog({ user, onClose }: { user: User; onClose: () => void }) {
  const formId = useId();
  const save = useSetDetails(user);
  const form = useForm<UserForm>({ resolver: zodResolver(userForm), defaultValues: formOf(user) });
  const submit = form.handleSubmit(values => {
    const changes = changesOf(user, values);
    if (Object.keys(changes).length === 0) return onClose();
    return save.mutate(changes, { onSuccess: onClose });
  });
  return (
    <Dialog
      open
      wide
      onOpenChange={onClose}
      title="Edit user"
      description={`${nameOf(user)}, ${user.email}`}
      footer={
        <>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" form={formId} tone="accent" disabled={save.isPending}>
            {save.isPending ? 'Saving...' : 'Save Changes'}
          </Button>
        </>
      }
    >
      <form id={formId} noValidate onSubmit={submit} className="grid gap-5 sm:grid-cols-2">
        <UserFields form={form} user={user} />
        <TrialFacts user={user} />
      </form>
    </Dialog>
  );
}

import type { User } from '@closingwire/contracts/user';
import { useState } from 'react';
import { useSession } from '../../../lib/session.ts';
import { Switch } from '../../../ui/switch.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { useSetStatus } from './queries.ts';
import { nameOf } from './user-name.ts';

/** Gives and takes the rights of an admin. Giving up one's own is asked for first. */
export function AdminSwitch({ user }: { user: User }) {
  const [isAsking, setAsking] = useState(false);
  const setStatus = useSetStatus(user);
  const isOwn = useSession().user?.id === user.id;
  const change = (isAdmin: boolean) => {
    if (setStatus.isPending) return;
    if (isOwn && !isAdmin) setAsking(true);
    else setStatus.mutate({ isAdmin });
  };
  return (
    <>
      <Switch aria-label={`Admin: ${nameOf(user)}`} checked={user.isAdmin} onCheckedChange={change} />
      {isAsking && (
        <ConfirmDialog
          title="Give up your own admin rights?"
          action="Give up admin rights"
          onClose={() => setAsking(false)}
          onConfirm={() => setStatus.mutate({ isAdmin: false })}
        >
          You leave the admin area at once, and only another admin can let you in again.
        </ConfirmDialog>
      )}
    </>
  );
}

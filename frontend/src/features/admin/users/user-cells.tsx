import type { User } from '@closingwire/contracts/screen-api';
import { Pencil } from 'lucide-react';
import { useState } from 'react';
import { useSession } from '../../../product/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { Switch } from '../../../ui/switch.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { nameOf } from './name-of.ts';
import { useSetStatus } from './queries.ts';

/** Changes a user's admin role. Removing one's own role needs a confirmation. */
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

/** Suspends or reactivates a user. Admins cannot suspend themselves. */
export function UserStatus({ user }: { user: User }) {
  const [isAsking, setAsking] = useState(false);
  const setStatus = useSetStatus(user);
  const isOwn = useSession().user?.id === user.id;
  const isActive = user.status === 'active';
  const name = nameOf(user);
  const change = () => {
    if (setStatus.isPending) return;
    if (isActive) setAsking(true);
    else setStatus.mutate({ status: 'active' });
  };
  return (
    <span className="flex h-8 items-center gap-2.5">
      <Badge tone={isActive ? 'positive' : 'danger'}>{isActive ? 'Active' : 'Suspended'}</Badge>
      {!isOwn && (
        <Button size="sm" aria-label={`${isActive ? 'Suspend' : 'Reinstate'} ${name}`} onClick={change}>
          {isActive ? 'Suspend' : 'Reinstate'}
        </Button>
      )}
      {isAsking && (
        <ConfirmDialog
          title={`Suspend ${name}?`}
          action="Suspend user"
          onClose={() => setAsking(false)}
          onConfirm={() => setStatus.mutate({ status: 'suspended' })}
        >
          This user is signed out everywhere within a second, and cannot sign in until you reinstate the
          account. Subscriptions and ZIP codes stay.
        </ConfirmDialog>
      )}
    </span>
  );
}

export const EditUser = ({ user, onEdit }: { user: User; onEdit: (user: User) => void }) => (
  <Button size="sm" aria-label={`Edit ${nameOf(user)}`} onClick={() => onEdit(user)}>
    <Pencil aria-hidden /> Edit
  </Button>
);

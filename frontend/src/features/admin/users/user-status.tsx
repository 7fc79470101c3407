import type { User } from '@closingwire/contracts/user';
import { useState } from 'react';
import { useSession } from '../../../lib/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { ConfirmDialog } from '../confirm-dialog.tsx';
import { useSetStatus } from './queries.ts';
import { nameOf } from './user-name.ts';

/** Whether a person may sign in, and the way to change it. Nobody suspends themselves. */
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
          Every session of this person ends within a second, and signing in is refused until you reinstate the
          account. Subscriptions and ZIP codes stay.
        </ConfirmDialog>
      )}
    </span>
  );
}

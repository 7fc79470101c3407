import type { User } from '@closingwire/contracts/user';
import { Pencil } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { AdminSwitch, nameOf, UserStatus } from './user-parts.tsx';

type UserCardsProps = { users: readonly User[]; onEdit: (user: User) => void };

/** The same users on a narrow screen, one under the other. */
export function UserCards({ users, onEdit }: UserCardsProps) {
  return (
    <ul aria-label="Users" className="divide-y divide-line">
      {users.map(user => (
        <li key={user.id} className="grid gap-3 p-5 text-sm">
          <div className="flex items-start justify-between gap-4">
            <div className="min-w-0 wrap-anywhere">
              <p className="font-semibold">{nameOf(user)}</p>
              <p className="text-muted">{user.email || '–'}</p>
            </div>
            <Button size="sm" aria-label={`Edit ${nameOf(user)}`} onClick={() => onEdit(user)}>
              <Pencil aria-hidden /> Edit
            </Button>
          </div>
          <p className="wrap-anywhere text-muted">
            {[user.companyName, user.industry].filter(Boolean).join(' · ') || '–'}
          </p>
          <div className="flex flex-wrap items-center justify-between gap-3">
            <UserStatus user={user} />
            <span className="flex items-center gap-2">
              <span aria-hidden>Admin</span>
              <AdminSwitch user={user} />
            </span>
          </div>
        </li>
      ))}
    </ul>
  );
}

import type { User } from '@closingwire/contracts/user';
import { CardHead, RowCards } from '../row-cards.tsx';
import { AdminSwitch, EditUser, nameOf, UserStatus } from './user-parts.tsx';

type UserCardsProps = { users: readonly User[]; onEdit: (user: User) => void };

export const UserCards = ({ users, onEdit }: UserCardsProps) => (
  <RowCards label="Users" rows={users} keyOf={({ id }) => id}>
    {user => (
      <>
        <CardHead aside={<EditUser user={user} onEdit={onEdit} />}>
          <div className="min-w-0 wrap-anywhere">
            <p className="font-semibold">{nameOf(user)}</p>
            <p className="text-muted">{user.email || '–'}</p>
          </div>
        </CardHead>
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
      </>
    )}
  </RowCards>
);

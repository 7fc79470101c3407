import type { User } from '@closingwire/contracts/screen-api';
import { SearchX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { TableOrCards } from '../../../ui/table-or-cards.tsx';
import { CardHead, RowCards } from '../row-cards.tsx';
import type { SearchFilterState } from '../use-search-filter.ts';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { MarkBadge, type Marks, useMarks } from './marks.tsx';
import { AdminSwitch, EditUser, nameOf, UserStatus } from './user-cells.tsx';
import { userColumns } from './user-columns.tsx';

type UserRowsProps = { users: User[]; filter: SearchFilterState; isStale: boolean };

export function UserRows({ users, filter, isStale }: UserRowsProps) {
  const [edited, setEdited] = useState<User | null>(null);
  const marks = useMarks(users);
  const columns = useMemo(() => userColumns(setEdited, marks), [marks]);
  if (users.length === 0) return <NoUsers filter={filter} />;
  return (
    <>
      <TableOrCards
        caption="Users"
        columns={columns}
        rows={users}
        isStale={isStale}
        cards={<UserCards users={users} marks={marks} onEdit={setEdited} />}
      />
      {edited && <EditUserDialog user={edited} mark={marks.get(edited.id)} onClose={() => setEdited(null)} />}
    </>
  );
}

function NoUsers({ filter }: { filter: SearchFilterState }) {
  // This page does not exist; the page before it is loading.
  if (filter.page > 1) return <Spinner className="w-full py-20" label="Loading users" />;
  return (
    <EmptyState
      level="h3"
      icon={SearchX}
      title="No users found"
      actions={filter.q && <Button onClick={() => filter.setText('')}>Clear the search</Button>}
    >
      Every word of the search must be part of a name, email, industry, company or phone.
    </EmptyState>
  );
}

type UserCardsProps = { users: readonly User[]; marks: Marks; onEdit: (user: User) => void };

const UserCards = ({ users, marks, onEdit }: UserCardsProps) => (
  <RowCards label="Users" rows={users} keyOf={({ id }) => id}>
    {user => (
      <>
        <CardHead aside={<EditUser user={user} onEdit={onEdit} />}>
          <div className="min-w-0 wrap-anywhere">
            <p className="font-semibold">{nameOf(user)}</p>
            <p className="text-muted">{user.email || '–'}</p>
            <MarkBadge mark={marks.get(user.id)} />
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

import type { User } from '@closingwire/contracts/user';
import { SearchX } from 'lucide-react';
import { useMemo, useState } from 'react';
import { Button } from '../../../ui/button.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { TableOrCards } from '../../../ui/table-or-cards.tsx';
import type { SearchFilterState } from '../use-search-filter.ts';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { UserCards } from './user-cards.tsx';
import { userColumns } from './user-columns.tsx';

type UserRowsProps = { users: User[]; filter: SearchFilterState; isStale: boolean };

/** One page of users: a table where there is room for it, else cards. */
export function UserRows({ users, filter, isStale }: UserRowsProps) {
  const [edited, setEdited] = useState<User | null>(null);
  const columns = useMemo(() => userColumns(setEdited), []);
  if (users.length === 0) return <NoUsers filter={filter} />;
  return (
    <>
      <TableOrCards
        caption="Users"
        columns={columns}
        rows={users}
        isStale={isStale}
        cards={<UserCards users={users} onEdit={setEdited} />}
      />
      {edited && <EditUserDialog user={edited} onClose={() => setEdited(null)} />}
    </>
  );
}

function NoUsers({ filter }: { filter: SearchFilterState }) {
  if (filter.page > 1) {
    return (
      <EmptyState
        level="h3"
        icon={SearchX}
        title="There are no users on this page"
        actions={<Button onClick={() => filter.goTo(1)}>Go to the first page</Button>}
      />
    );
  }
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

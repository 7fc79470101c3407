import { Search } from 'lucide-react';
import { FailedState } from '../../../ui/failed-state.tsx';
import { Field, TextInput } from '../../../ui/field.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { Panel } from '../panel.tsx';
import { PAGE_SIZE, useUsers } from './queries.ts';
import { type UserFilterState, useUserFilter } from './use-user-filter.ts';
import { UserRows } from './user-rows.tsx';

/** All users: searched, paged, suspended, promoted and edited. */
export default function UsersTab() {
  const filter = useUserFilter();
  const users = useUsers(filter);
  return (
    <Panel
      title="User Management"
      text={<span role="status">{users.data ? countText(users.data.total, filter.q) : 'Loading users'}</span>}
      actions={<UserSearch filter={filter} />}
    >
      <UserList users={users} filter={filter} />
    </Panel>
  );
}

function countText(total: number, q: string): string {
  const count = `${total.toLocaleString('en-US')} ${total === 1 ? 'user' : 'users'}`;
  return q === '' ? count : `${count} matching "${q}"`;
}

function UserSearch({ filter }: { filter: UserFilterState }) {
  return (
    <Field label="Search users" className="w-full sm:w-96">
      {control => (
        <span className="relative block">
          <Search aria-hidden className="pointer-events-none absolute left-3 top-3 size-4 text-muted" />
          <TextInput
            {...control}
            type="search"
            maxLength={200}
            placeholder="Name, email, industry, company or phone"
            className="pl-9"
            value={filter.text}
            onChange={event => filter.setText(event.target.value)}
          />
        </span>
      )}
    </Field>
  );
}

type UserListProps = { users: ReturnType<typeof useUsers>; filter: UserFilterState };

function UserList({ users, filter }: UserListProps) {
  if (users.isPending) return <Spinner className="w-full py-20" label="Loading users" />;
  if (users.isError) {
    return (
      <FailedState title="Users could not be loaded" error={users.error} onRetry={() => users.refetch()} />
    );
  }
  const totalPages = Math.ceil(users.data.total / PAGE_SIZE);
  return (
    <>
      <UserRows users={users.data.users} filter={filter} isStale={users.isPlaceholderData} />
      {totalPages > 1 && (
        <div className="flex justify-end border-t border-line px-5 py-3.5">
          <Pagination
            page={filter.page}
            totalPages={totalPages}
            onPage={filter.goTo}
            isBusy={users.isPlaceholderData}
          />
        </div>
      )}
    </>
  );
}

import { FailedState } from '../../../ui/failed-state.tsx';
import { Pagination } from '../../../ui/pagination.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { countedText, pagedTotal } from '../counted.ts';
import { Panel } from '../panel.tsx';
import { SearchBox } from '../search-box.tsx';
import { type SearchFilterState, useSearchFilter } from '../use-search-filter.ts';
import { PAGE_SIZE, useUsers } from './queries.ts';
import { UserRows } from './user-rows.tsx';

/** All users: searched, paged, suspended, promoted and edited. */
export default function UsersTab() {
  const filter = useSearchFilter();
  const users = useUsers(filter);
  return (
    <Panel
      title="User Management"
      text={<span role="status">{users.data ? countText(users.data.total, filter.q) : 'Loading users'}</span>}
      actions={
        <SearchBox
          label="Search users"
          placeholder="Name, email, industry, company or phone"
          text={filter.text}
          onText={filter.setText}
        />
      }
    >
      <UserList users={users} filter={filter} />
    </Panel>
  );
}

function countText(total: number, q: string): string {
  if (q !== '') return `${countedText(total, 'user', 'users')} matching "${q}"`;
  return `${total.toLocaleString('en-US')} ${total === 1 ? 'user' : 'users'}`;
}

type UserListProps = { users: ReturnType<typeof useUsers>; filter: SearchFilterState };

function UserList({ users, filter }: UserListProps) {
  if (users.isPending) return <Spinner className="w-full py-20" label="Loading users" />;
  if (users.isError) {
    return (
      <FailedState title="Users could not be loaded" error={users.error} onRetry={() => users.refetch()} />
    );
  }
  const { total } = users.data;
  const totalPages = Math.ceil((filter.q === '' ? total : pagedTotal(total)) / PAGE_SIZE);
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

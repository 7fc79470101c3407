import { pageOf } from '../../../lib/page-of.ts';
import { Loaded } from '../../../ui/loaded.tsx';
import { PageFooter } from '../../../ui/pagination.tsx';
import { countedText, listText, pagedTotal } from '../counted.ts';
import { Panel } from '../panel.tsx';
import { SearchBox } from '../search-box.tsx';
import { useSearchFilter } from '../use-search-filter.ts';
import { PAGE_SIZE, useUsers } from './queries.ts';
import { UserRows } from './user-rows.tsx';

export default function UsersTab() {
  const filter = useSearchFilter();
  const users = useUsers(filter);
  return (
    <Panel
      title="User Management"
      status={listText(users, 'Loading users', ({ total }) => countText(total, filter.q))}
      actions={
        <SearchBox
          label="Search users"
          placeholder="Name, email, industry, company or phone"
          text={filter.text}
          onText={filter.setText}
        />
      }
    >
      <Loaded query={users} loading="Loading users" failed="Users could not be loaded">
        {({ users: found, total }) => {
          const counted = total === undefined || filter.q === '' ? total : pagedTotal(total);
          const { rows, totalPages } = pageOf(found, counted, filter.page, PAGE_SIZE);
          return (
            <>
              <UserRows users={rows} filter={filter} isStale={users.isPlaceholderData} />
              <PageFooter
                page={filter.page}
                totalPages={totalPages}
                onPage={filter.goTo}
                isBusy={users.isPlaceholderData}
              />
            </>
          );
        }}
      </Loaded>
    </Panel>
  );
}

function countText(total: number | undefined, q: string): string | undefined {
  if (total === undefined) return undefined;
  if (q !== '') return `${countedText(total, 'user', 'users')} matching "${q}"`;
  return `${total.toLocaleString('en-US')} ${total === 1 ? 'user' : 'users'}`;
}

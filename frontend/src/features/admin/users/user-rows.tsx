import type { AddressMark } from '@closingwire/contracts/notifications';
import type { User } from '@closingwire/contracts/screen-api';
import { useMemo, useState } from 'react';
import type { Columns } from '../../../ui/data-table.tsx';
import { CustomerLink } from '../customer/customer-link.tsx';
import { NoMatches } from '../no-matches.tsx';
import { CardHead, RowList } from '../row-list.tsx';
import type { SearchFilterState } from '../use-search-filter.ts';
import { EditUserDialog } from './edit-user-dialog.tsx';
import { MarkBadge, type Marks, useMarks } from './marks.tsx';
import { nameOf } from './name-of.ts';
import { AdminSwitch, EditUser, UserStatus } from './user-cells.tsx';

type UserRowsProps = { users: User[]; filter: SearchFilterState; isStale: boolean };

export function UserRows({ users, filter, isStale }: UserRowsProps) {
  const [edited, setEdited] = useState<User | null>(null);
  const marks = useMarks(users);
  const columns = useMemo(() => userColumns(setEdited, marks), [marks]);
  if (users.length === 0) {
    return (
      <NoMatches noun="users" filter={filter}>
        Every word of the search must be part of a name, email, industry, company, phone or city, or be a ZIP
        code, user ID or Stripe customer.
      </NoMatches>
    );
  }
  return (
    <>
      <RowList
        caption="Users"
        columns={columns}
        rows={users}
        isStale={isStale}
        keyOf={({ id }) => id}
        card={user => <UserCard user={user} mark={marks.get(user.id)} onEdit={setEdited} />}
      />
      {edited && <EditUserDialog user={edited} mark={marks.get(edited.id)} onClose={() => setEdited(null)} />}
    </>
  );
}

type UserCardProps = { user: User; mark: AddressMark | undefined; onEdit: (user: User) => void };

const UserCard = ({ user, mark, onEdit }: UserCardProps) => (
  <>
    <CardHead aside={<EditUser user={user} onEdit={onEdit} />}>
      <div className="min-w-0 wrap-anywhere">
        <p>
          <CustomerLink userId={user.id} className="font-semibold">
            {nameOf(user)}
          </CustomerLink>
        </p>
        <p className="text-muted">{user.email || '–'}</p>
        <MarkBadge mark={mark} />
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
);

/** As high as the row's buttons. Long words break, so that they do not widen the table. */
const text = (value: string, width: string) => (
  <span className={`block py-1.5 wrap-anywhere ${width}`}>{value || '–'}</span>
);

const userColumns = (onEdit: (user: User) => void, marks: Marks): Columns<User> => [
  {
    header: 'Name',
    cell: ({ row: { original } }) => (
      <CustomerLink userId={original.id} className="block min-w-28 py-1.5 font-semibold wrap-anywhere">
        {nameOf(original)}
      </CustomerLink>
    ),
  },
  {
    header: 'Email',
    cell: ({ row: { original } }) => (
      <>
        {text(original.email, 'min-w-44')}
        <MarkBadge mark={marks.get(original.id)} />
      </>
    ),
  },
  { header: 'Company', cell: ({ row }) => text(row.original.companyName, 'min-w-28') },
  { header: 'Industry', cell: ({ row }) => text(row.original.industry, 'min-w-28') },
  { header: 'Status', cell: ({ row }) => <UserStatus user={row.original} /> },
  {
    header: 'Admin',
    cell: ({ row }) => (
      <span className="flex h-8 items-center">
        <AdminSwitch user={row.original} />
      </span>
    ),
  },
  {
    id: 'actions',
    header: () => <span className="sr-only">Actions</span>,
    cell: ({ row }) => <EditUser user={row.original} onEdit={onEdit} />,
  },
];

import type { User } from '@closingwire/contracts/screen-api';
import type { Columns } from '../../../ui/data-table.tsx';
import { MarkBadge, type Marks } from './marks.tsx';
import { AdminSwitch, EditUser, nameOf, UserStatus } from './user-cells.tsx';

/** As high as the row's buttons. Long words break, so that they do not widen the table. */
const text = (value: string, width: string) => (
  <span className={`block py-1.5 wrap-anywhere ${width}`}>{value || '–'}</span>
);

export const userColumns = (onEdit: (user: User) => void, marks: Marks): Columns<User> => [
  {
    header: 'Name',
    cell: ({ row }) => <span className="font-semibold">{text(nameOf(row.original), 'min-w-28')}</span>,
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

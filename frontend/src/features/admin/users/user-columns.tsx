import type { User } from '@closingwire/contracts/screen-api';
import { createColumnHelper } from '@tanstack/react-table';
import type { plainTable } from '../../../ui/data-table.tsx';
import { MarkBadge, type Marks } from './marks.tsx';
import { AdminSwitch, EditUser, nameOf, UserStatus } from './user-cells.tsx';

const helper = createColumnHelper<typeof plainTable, User>();

/** As high as the row's buttons. Long words break, so that they do not widen the table. */
const text = (value: string, width: string) => (
  <span className={`block py-1.5 wrap-anywhere ${width}`}>{value || '–'}</span>
);

export const userColumns = (onEdit: (user: User) => void, marks: Marks) =>
  helper.columns([
    helper.display({
      id: 'name',
      header: 'Name',
      cell: ({ row }) => <span className="font-semibold">{text(nameOf(row.original), 'min-w-28')}</span>,
    }),
    helper.accessor('email', {
      header: 'Email',
      cell: ({ getValue, row }) => (
        <>
          {text(getValue(), 'min-w-44')}
          <MarkBadge mark={marks.get(row.original.id)} />
        </>
      ),
    }),
    helper.accessor('companyName', {
      header: 'Company',
      cell: ({ getValue }) => text(getValue(), 'min-w-28'),
    }),
    helper.accessor('industry', { header: 'Industry', cell: ({ getValue }) => text(getValue(), 'min-w-28') }),
    helper.display({ id: 'status', header: 'Status', cell: ({ row }) => <UserStatus user={row.original} /> }),
    helper.display({
      id: 'admin',
      header: 'Admin',
      cell: ({ row }) => (
        <span className="flex h-8 items-center">
          <AdminSwitch user={row.original} />
        </span>
      ),
    }),
    helper.display({
      id: 'actions',
      header: () => <span className="sr-only">Actions</span>,
      cell: ({ row }) => <EditUser user={row.original} onEdit={onEdit} />,
    }),
  ]);

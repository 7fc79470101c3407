import type { LoggedMail } from '@closingwire/contracts/notifications';
import { formatInstant } from '../../../../lib/dates.ts';
import { StateBadge } from '../../../../ui/badge.tsx';
import type { Columns } from '../../../../ui/data-table.tsx';
import { CardFacts, CardHead, RowList } from '../../row-list.tsx';
import { MailAddressee, mailStates, ReplayMail, reasonOf } from './mail-cells.tsx';

const columns: Columns<LoggedMail> = [
  {
    header: 'To',
    cell: ({ row }) => (
      <div className="min-w-44">
        <MailAddressee mail={row.original} />
      </div>
    ),
  },
  { header: 'State', cell: ({ row }) => <StateBadge {...mailStates[row.original.state]} /> },
  {
    header: 'Why not sent',
    cell: ({ row }) => (
      <span className="block min-w-40 max-w-80 wrap-anywhere">{reasonOf(row.original) || '–'}</span>
    ),
  },
  { header: 'Tries', accessorKey: 'attempts' },
  {
    header: 'Created',
    cell: ({ row }) => <span className="whitespace-nowrap">{formatInstant(row.original.createdAt)}</span>,
  },
  { header: 'Actions', cell: ({ row }) => <ReplayMail mail={row.original} /> },
];

type MailListProps = { mails: readonly LoggedMail[]; isStale: boolean };

export const MailList = ({ mails, isStale }: MailListProps) => (
  <RowList
    caption="Mails"
    columns={columns}
    rows={mails}
    isStale={isStale}
    keyOf={({ id }) => id}
    card={mail => (
      <>
        <CardHead aside={<StateBadge {...mailStates[mail.state]} />}>
          <MailAddressee mail={mail} />
        </CardHead>
        <CardFacts
          className="wrap-anywhere"
          facts={{
            'Why not sent': reasonOf(mail),
            Tries: mail.attempts,
            Created: formatInstant(mail.createdAt),
          }}
        />
        <div>
          <ReplayMail mail={mail} />
        </div>
      </>
    )}
  />
);

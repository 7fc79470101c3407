import type { LoggedMail } from '@closingwire/contracts/notifications';
import { createColumnHelper } from '@tanstack/react-table';
import { formatInstant } from '../../../../lib/dates.ts';
import type { plainTable } from '../../../../ui/data-table.tsx';
import { TableOrCards } from '../../../../ui/table-or-cards.tsx';
import { CardFacts, CardHead, RowCards } from '../../row-cards.tsx';
import { MailAddressee, MailBadge, ReplayMail, reasonOf } from './mail-cells.tsx';

const helper = createColumnHelper<typeof plainTable, LoggedMail>();

const columns = helper.columns([
  helper.accessor('to', {
    header: 'To',
    cell: ({ row }) => (
      <div className="min-w-44">
        <MailAddressee mail={row.original} />
      </div>
    ),
  }),
  helper.accessor('state', { header: 'State', cell: ({ row }) => <MailBadge mail={row.original} /> }),
  helper.accessor('reason', {
    header: 'Why not sent',
    cell: ({ row }) => (
      <span className="block min-w-40 max-w-80 wrap-anywhere">{reasonOf(row.original) || '–'}</span>
    ),
  }),
  helper.accessor('attempts', { header: 'Tries' }),
  helper.accessor('createdAt', {
    header: 'Created',
    cell: ({ getValue }) => <span className="whitespace-nowrap">{formatInstant(getValue())}</span>,
  }),
  helper.display({ id: 'actions', header: 'Actions', cell: ({ row }) => <ReplayMail mail={row.original} /> }),
]);

type MailListProps = { mails: readonly LoggedMail[]; isStale: boolean };

export const MailList = ({ mails, isStale }: MailListProps) => (
  <TableOrCards
    caption="Mails"
    columns={columns}
    rows={mails}
    isStale={isStale}
    cards={<MailCards mails={mails} />}
  />
);

const MailCards = ({ mails }: Pick<MailListProps, 'mails'>) => (
  <RowCards label="Mails" rows={mails} keyOf={({ id }) => id}>
    {mail => (
      <>
        <CardHead aside={<MailBadge mail={mail} />}>
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
  </RowCards>
);

import type { LoggedMail } from '@closingwire/contracts/notifications';
import { formatInstant } from '../../../../lib/dates.ts';
import { StateBadge, type StateLook } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import type { Columns } from '../../../../ui/data-table.tsx';
import { CardFacts, CardHead, RowList } from '../../row-list.tsx';
import { type MailState, useReplayMail } from './queries.ts';

export const mailStates: Record<MailState, StateLook> = {
  waiting: { label: 'Waiting', tone: 'caution' },
  sending: { label: 'Sending', tone: 'neutral' },
  sent: { label: 'Sent', tone: 'positive' },
  skipped: { label: 'Skipped', tone: 'neutral' },
  refused: { label: 'Refused', tone: 'danger' },
  unknown: { label: 'Unknown', tone: 'danger' },
};

type MailProps = { mail: LoggedMail };

const addresseeOf = ({ to }: LoggedMail): string => to || 'no longer kept';

/** Recipient and kind of an email, and the kind's name in logs. */
function MailAddressee({ mail }: MailProps) {
  return (
    <div className="wrap-anywhere">
      <p className="font-semibold">{addresseeOf(mail)}</p>
      <p className="text-muted">{mail.title}</p>
      {mail.title !== mail.template && <code className="text-xs text-muted">{mail.template}</code>}
    </div>
  );
}

/** Why it was not sent; '' if it was sent or the reason is unknown. */
const reasonOf = ({ state, reason }: LoggedMail): string => (state === 'sent' ? '' : (reason ?? ''));

function ReplayMail({ mail }: MailProps) {
  const replay = useReplayMail();
  return (
    <Button
      size="sm"
      disabled={!mail.canReplay || replay.isPending}
      aria-label={`Send again to ${addresseeOf(mail)}: ${mail.title}`}
      onClick={() => replay.mutate(mail.id)}
    >
      Send again
    </Button>
  );
}

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

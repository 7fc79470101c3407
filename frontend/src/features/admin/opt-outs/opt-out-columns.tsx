import type { OptOut } from '@closingwire/contracts/opt-out';
import { formatInstant } from '../../../lib/dates.ts';
import { StateBadge } from '../../../ui/badge.tsx';
import type { Columns } from '../../../ui/data-table.tsx';
import { optOutStates } from './copy.ts';
import { OptOutContacts } from './opt-out-contacts.tsx';
import { OptOutDecisions } from './opt-out-decisions.tsx';

const Instant = ({ at }: { at: string | null }) => (
  <span className="whitespace-nowrap">{at === null ? '–' : formatInstant(at)}</span>
);

export const optOutColumns: Columns<OptOut> = [
  {
    header: 'Agent',
    cell: ({ row }) => (
      <div className="min-w-56">
        <OptOutContacts contacts={row.original.contacts} />
      </div>
    ),
  },
  { header: 'State', cell: ({ row }) => <StateBadge {...optOutStates[row.original.state]} /> },
  { header: 'Requested', cell: ({ row }) => <Instant at={row.original.createdAt} /> },
  { header: 'Confirmed', cell: ({ row }) => <Instant at={row.original.confirmedAt} /> },
  { header: 'Decided', cell: ({ row }) => <Instant at={row.original.decidedAt} /> },
  { header: 'Actions', cell: ({ row }) => <OptOutDecisions optOut={row.original} /> },
];

import type { OptOut } from '@closingwire/contracts/opt-out';
import { createColumnHelper } from '@tanstack/react-table';
import { formatInstant } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { plainTable } from '../../../ui/data-table.tsx';
import { stateLabels, stateTones } from './copy.ts';
import { OptOutContacts } from './opt-out-contacts.tsx';
import { OptOutDecisions } from './opt-out-decisions.tsx';

const helper = createColumnHelper<typeof plainTable, OptOut>();

export const optOutColumns = helper.columns([
  helper.accessor('contacts', {
    header: 'Agent',
    cell: ({ getValue }) => (
      <div className="min-w-56">
        <OptOutContacts contacts={getValue()} />
      </div>
    ),
  }),
  helper.accessor('state', {
    header: 'State',
    cell: ({ getValue }) => <Badge tone={stateTones[getValue()]}>{stateLabels[getValue()]}</Badge>,
  }),
  ...(
    [
      ['createdAt', 'Requested'],
      ['confirmedAt', 'Confirmed'],
      ['decidedAt', 'Decided'],
    ] as const
  ).map(([name, header]) =>
    helper.accessor(name, {
      header,
      cell: ({ getValue }) => {
        const at = getValue();
        return <span className="whitespace-nowrap">{at === null ? '–' : formatInstant(at)}</span>;
      },
    }),
  ),
  helper.display({
    id: 'actions',
    header: 'Actions',
    cell: ({ row }) => <OptOutDecisions optOut={row.original} />,
  }),
]);

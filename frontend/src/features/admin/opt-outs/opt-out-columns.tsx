import type { OptOut } from '@closingwire/contracts/opt-out-api';
import { createColumnHelper } from '@tanstack/react-table';
import { formatInstant } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { plainTable } from '../../../ui/data-table.tsx';
import { agentsText, kindLabels, stateLabels, stateTones } from './copy.ts';
import { OptOutDecisions } from './opt-out-decisions.tsx';

const helper = createColumnHelper<typeof plainTable, OptOut>();

export const optOutColumns = helper.columns([
  helper.accessor('contacts', {
    header: 'Agent',
    cell: ({ getValue }) => (
      <ul className="grid min-w-56 gap-1 wrap-anywhere">
        {getValue().map(({ kind, shown, isInEffect, agentCount }) => (
          <li key={kind}>
            <span className="text-muted">{kindLabels[kind]}</span>{' '}
            <span className="font-semibold">{shown}</span>
            <span className="block text-xs text-muted">
              {agentsText(agentCount)}, {isInEffect ? 'in effect' : 'not in effect'}
            </span>
          </li>
        ))}
      </ul>
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

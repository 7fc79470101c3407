import type { Closing } from '@closingwire/contracts/lead';
import { createColumnHelper } from '@tanstack/react-table';
import { formatDay } from '../../../lib/dates.ts';
import { formatUsd } from '../../../lib/money.ts';
import type { plainTable } from '../../../ui/data-table.tsx';

const helper = createColumnHelper<typeof plainTable, Closing>();

function TwoLines({ first, second }: { first: string | null; second: string | null }) {
  return (
    <div className="min-w-36 wrap-anywhere">
      {first || '–'}
      {second && <span className="block text-muted">{second}</span>}
    </div>
  );
}

export const leadColumns = helper.columns([
  helper.accessor('fullName', {
    header: 'Agent',
    cell: ({ row: { original: agent } }) => (
      <div className="min-w-32 wrap-anywhere">
        <span className="font-semibold">{agent.fullName}</span>
        <span className="block text-muted">{agent.brokerageName || agent.agentRole}</span>
      </div>
    ),
  }),
  helper.accessor('email', {
    header: 'Email',
    cell: ({ getValue }) => <span className="block min-w-40 wrap-anywhere">{getValue() || '–'}</span>,
  }),
  helper.accessor('mobile', {
    header: 'Phone',
    cell: ({ getValue }) => <span className="whitespace-nowrap">{getValue() || '–'}</span>,
  }),
  helper.accessor('property', {
    header: 'Property',
    cell: ({ getValue }) => (
      <TwoLines
        first={getValue().address1}
        second={[getValue().city, getValue().state].filter(Boolean).join(', ')}
      />
    ),
  }),
  helper.display({
    id: 'sale',
    header: 'Sale',
    cell: ({ row: { original: agent } }) => (
      <div className="whitespace-nowrap">
        {agent.property.price ? formatUsd(agent.property.price) : 'Not disclosed'}
        <span className="block text-muted">{formatDay(agent.property.soldDate)}</span>
      </div>
    ),
  }),
]);

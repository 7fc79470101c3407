import type { Closing } from '@closingwire/contracts/lead';
import { formatDay } from '../../../lib/dates.ts';
import { formatUsd } from '../../../lib/money.ts';
import type { Columns } from '../../../ui/data-table.tsx';

export const leadColumns: Columns<Closing> = [
  {
    header: 'Agent',
    cell: ({ row: { original: agent } }) => (
      <div className="min-w-32 wrap-anywhere">
        <span className="font-semibold">{agent.fullName}</span>
        <span className="block text-muted">{agent.brokerageName || agent.agentRole}</span>
      </div>
    ),
  },
  {
    header: 'Email',
    cell: ({ row }) => <span className="block min-w-40 wrap-anywhere">{row.original.email || '–'}</span>,
  },
  {
    header: 'Phone',
    cell: ({ row }) => <span className="whitespace-nowrap">{row.original.mobile || '–'}</span>,
  },
  {
    header: 'Property',
    cell: ({ row: { original: agent } }) => {
      const { address1, city, state } = agent.property;
      const town = [city, state].filter(Boolean).join(', ');
      return (
        <div className="min-w-36 wrap-anywhere">
          {address1 || '–'}
          {town && <span className="block text-muted">{town}</span>}
        </div>
      );
    },
  },
  {
    header: 'Sale',
    cell: ({ row: { original: agent } }) => (
      <div className="whitespace-nowrap">
        {agent.property.price ? formatUsd(agent.property.price) : 'Not disclosed'}
        <span className="block text-muted">{formatDay(agent.property.soldDate)}</span>
      </div>
    ),
  },
];

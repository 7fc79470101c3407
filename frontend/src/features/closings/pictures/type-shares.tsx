import type { AgentSummary } from '@closingwire/contracts/leads';
import { propertyTypeLabels } from '../filters/closing-filters.ts';

const labelOf = (type: AgentSummary['types'][number]['type']) =>
  type === null ? 'Not stated' : propertyTypeLabels[type];

const percent = new Intl.NumberFormat('en-US', { style: 'percent', maximumFractionDigits: 0 });

/** A table whose rows are bars of their share. */
export function TypeShares({ types, total }: Pick<AgentSummary, 'types' | 'total'>) {
  return (
    <section aria-labelledby="types-title" className="grid content-start gap-3 p-5">
      <div>
        <h3 id="types-title" className="font-semibold">
          Share by type
        </h3>
        <p className="text-sm text-muted">What was sold</p>
      </div>
      <table className="w-full text-left text-sm" aria-labelledby="types-title">
        <thead className="sr-only">
          <tr>
            <th scope="col">Type</th>
            <th scope="col">Closings</th>
            <th scope="col">Share</th>
          </tr>
        </thead>
        <tbody>
          {types.map(({ type, count }) => (
            <tr key={type}>
              <th scope="row" className="w-px whitespace-nowrap py-2 pr-4 font-normal">
                {labelOf(type)}
              </th>
              <td className="py-2">
                <span className="flex items-center gap-2">
                  <span
                    aria-hidden
                    className="h-4 min-w-1 rounded-sm border border-accent-deep bg-accent"
                    // Leaves room for the number.
                    style={{ width: `${(count / total) * 80}%` }}
                  />
                  {count.toLocaleString('en-US')}
                </span>
              </td>
              <td className="w-px py-2 pl-3 text-right text-muted">{percent.format(count / total)}</td>
            </tr>
          ))}
        </tbody>
      </table>
    </section>
  );
}

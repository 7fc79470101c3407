import { RotateCcw } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { SettlingInput } from '../../../ui/settling-input.tsx';
import { DEFAULT_RANGE, saleDateLabels, saleDateRanges } from './sale-dates.ts';
import type { useAgentFilters } from './use-agent-filters.ts';

export function AgentFilterBar({ filters }: { filters: ReturnType<typeof useAgentFilters> }) {
  return (
    <section aria-label="Filters" className="flex flex-wrap items-end gap-3">
      <Field label="Search agents" className="min-w-48 flex-1 sm:max-w-72">
        {control => (
          <SettlingInput
            {...control}
            type="search"
            placeholder="Name, brokerage, email"
            value={filters.search}
            onSettled={filters.changeSearch}
          />
        )}
      </Field>
      <Field label="Sale Date Filter" className="w-44">
        {control => (
          <NativeSelect
            {...control}
            value={filters.range}
            onChange={event => {
              const range = saleDateRanges.find(candidate => candidate === event.target.value);
              filters.changeDates({ range: range ?? DEFAULT_RANGE, from: null, to: null });
            }}
          >
            {saleDateRanges.map(range => (
              <option key={range} value={range}>
                {saleDateLabels[range]}
              </option>
            ))}
          </NativeSelect>
        )}
      </Field>
      {filters.range === 'custom' && (
        <>
          <div className="w-44">
            <DateField label="From" value={filters.from} onChange={from => filters.changeDates({ from })} />
          </div>
          <div className="w-44">
            <DateField label="To" value={filters.to} onChange={to => filters.changeDates({ to })} />
          </div>
        </>
      )}
      {filters.range !== DEFAULT_RANGE && (
        <Button tone="quiet" onClick={filters.reset}>
          <RotateCcw aria-hidden /> Reset to Default
        </Button>
      )}
    </section>
  );
}

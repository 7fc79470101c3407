import { SlidersHorizontal, X } from 'lucide-react';
import { lazy, Suspense, useId, useState } from 'react';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { DateField } from '../../../ui/date-field.tsx';
import { Field } from '../../../ui/field.tsx';
import { FilterSelect } from '../../../ui/filter-select.tsx';
import { SettlingInput } from '../../../ui/settling-input.tsx';
import { type ClosingFilters, countFilters, parsePrice, propertyTypeLabels } from './closing-filters.ts';
import { stateCodes } from './state-codes.ts';
import type { ClosingFiltersState } from './use-closing-filters.ts';

const SeveralZips = lazy(() => import('./several-zips.tsx'));

type FilterBarProps = { state: ClosingFiltersState; zipCodes: readonly string[] };

export function FilterBar({ state, zipCodes }: FilterBarProps) {
  const { filters, change: onChange } = state;
  const [isChoosing, setChoosing] = useState(false);
  const [isOpen, setOpen] = useState(false);
  // Clearing the filters also clears refused input.
  const [resets, setResets] = useState(0);
  const panelId = useId();
  const count = countFilters(filters);
  return (
    <section aria-label="Filters" className="border-b border-line">
      <div className="flex items-center gap-2 px-5 py-3 lg:hidden">
        <Button size="sm" aria-expanded={isOpen} aria-controls={panelId} onClick={() => setOpen(!isOpen)}>
          <SlidersHorizontal aria-hidden /> Filters
          {count > 0 && <Badge tone="accent">{count}</Badge>}
        </Button>
      </div>
      <div
        id={panelId}
        className={`${isOpen ? 'grid' : 'hidden'} gap-x-3 gap-y-4 px-5 pb-5 sm:grid-cols-2 lg:grid lg:grid-cols-4 lg:pt-4 xl:grid-cols-8`}
      >
        <FilterSelect
          label="ZIP Code"
          options={zipCodes}
          value={filters.zipCode}
          onChange={zipCode => onChange({ zipCode })}
        />
        <Field label="City">
          {control => (
            <SettlingInput
              {...control}
              placeholder="Any"
              value={filters.city ?? ''}
              onSettled={city => onChange({ city: city || null })}
            />
          )}
        </Field>
        <FilterSelect
          label="State"
          options={stateCodes}
          value={filters.state}
          onChange={state => onChange({ state })}
        />
        <PriceFields
          key={resets}
          minPrice={filters.minPrice}
          maxPrice={filters.maxPrice}
          onChange={onChange}
        />
        <FilterSelect
          label="Property Type"
          options={Object.keys(propertyTypeLabels) as (keyof typeof propertyTypeLabels)[]}
          labelOf={type => propertyTypeLabels[type]}
          value={filters.propertyType}
          onChange={propertyType => onChange({ propertyType })}
        />
        <DateField label="From Date" value={filters.fromDate} onChange={fromDate => onChange({ fromDate })} />
        <DateField label="To Date" value={filters.toDate} onChange={toDate => onChange({ toDate })} />
        {state.views && zipCodes.length > 1 && (
          <Button
            size="sm"
            aria-expanded={isChoosing}
            className="max-w-full justify-self-start sm:col-span-full"
            onClick={() => setChoosing(!isChoosing)}
          >
            <span className="truncate">{chosenText(state)}</span>
          </Button>
        )}
        {isChoosing && (
          <Suspense fallback={null}>
            <SeveralZips state={state} zipCodes={zipCodes} />
          </Suspense>
        )}
        {count > 0 && (
          <Button
            size="sm"
            tone="quiet"
            className="justify-self-start sm:col-span-full"
            onClick={() => {
              setResets(resets + 1);
              state.reset();
            }}
          >
            <X aria-hidden /> Clear filters
          </Button>
        )}
      </div>
    </section>
  );
}

function chosenText({ view, filters: { zips } }: ClosingFiltersState): string {
  if (view) return `View: ${view.name}`;
  return zips ? `Several ZIPs: ${zips.length}` : 'Several ZIPs or a view';
}

type Limits = Pick<ClosingFilters, 'minPrice' | 'maxPrice'>;

/** Both price limits. An invalid text does not filter; its field shows an error. */
function PriceFields({
  minPrice,
  maxPrice,
  onChange,
}: Limits & { onChange: (changed: Partial<Limits>) => void }) {
  const isCrossed = minPrice !== null && maxPrice !== null && minPrice > maxPrice;
  return (
    <>
      <PriceField label="Min Price" price={minPrice} onPrice={price => onChange({ minPrice: price })} />
      <PriceField
        label="Max Price"
        price={maxPrice}
        problem={isCrossed ? 'Below the minimum' : undefined}
        onPrice={price => onChange({ maxPrice: price })}
      />
    </>
  );
}

type PriceFieldProps = {
  label: string;
  price: number | null;
  problem?: string | undefined;
  onPrice: (price: number | null) => void;
};

function PriceField({ label, price, problem, onPrice }: PriceFieldProps) {
  const [refused, setRefused] = useState('');
  const isRefused = price === null && refused !== '';
  return (
    <Field label={label} error={isRefused ? 'Whole dollars, such as 250,000' : problem}>
      {control => (
        <SettlingInput
          {...control}
          inputMode="numeric"
          placeholder="$ any"
          value={price?.toString() ?? refused}
          onSettled={text => {
            const typed = parsePrice(text);
            setRefused(typed === null ? text : '');
            onPrice(typed);
          }}
        />
      )}
    </Field>
  );
}

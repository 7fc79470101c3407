import { useState } from 'react';
import { Field } from '../../../ui/field.tsx';
import { SettlingInput } from '../../../ui/settling-input.tsx';
import { type ClosingFilters, parsePrice } from './closing-filters.ts';

type Limits = Pick<ClosingFilters, 'minPrice' | 'maxPrice'>;

/** Both price limits. An invalid text does not filter; its field shows an error. */
export function PriceFields({
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

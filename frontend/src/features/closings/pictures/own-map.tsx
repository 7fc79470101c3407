import { statesAndDc } from '@closingwire/contracts/reference';
import type { Subscription } from '@closingwire/contracts/screen-api';
import { useQuery } from '@tanstack/react-query';
import { useState } from 'react';
import { useNavigate } from 'react-router-dom';
import { type Dot, type DotKind, freeKind } from '../../../product/zip-map/dot.ts';
import { zipMapQuery } from '../../../product/zip-map/mapped-zips.ts';
import { ZipMap } from '../../../product/zip-map/zip-map.tsx';
import { Card } from '../../../ui/card.tsx';
import { FailedState } from '../../../ui/failed-state.tsx';
import { Field } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { Spinner } from '../../../ui/spinner.tsx';
import { useClosingFilters } from '../filters/use-closing-filters.ts';
import { useSummary } from '../queries.ts';

type OwnZip = Subscription['zipCode'];

const nameOf = (state: string) => new Map(Object.entries(statesAndDc)).get(state) ?? state;

/** The user's ZIPs of a state with their closings, among free and taken ones. */
export default function OwnMap({ zips }: { zips: readonly OwnZip[] }) {
  const codes = [...new Set(zips.map(zip => zip.state))].sort();
  const [wanted, setWanted] = useState('');
  const state = codes.includes(wanted) ? wanted : (codes[0] ?? '');
  return (
    <Card className="overflow-hidden">
      {codes.length > 1 && (
        <Field label="State" className="max-w-60 px-5 py-4">
          {control => (
            <NativeSelect {...control} value={state} onChange={event => setWanted(event.target.value)}>
              {codes.map(code => (
                <option key={code} value={code}>
                  {nameOf(code)}
                </option>
              ))}
            </NativeSelect>
          )}
        </Field>
      )}
      <StateMap key={state} state={state} zips={zips.filter(zip => zip.state === state)} />
    </Card>
  );
}

const isFree = (kind: DotKind) => kind === 'free' || kind === 'fewHomes';

function StateMap({ state, zips }: { state: string; zips: readonly OwnZip[] }) {
  const { filters, query, isKnown, change } = useClosingFilters();
  const navigate = useNavigate();
  const map = useQuery(zipMapQuery(state));
  const summary = useSummary(query, isKnown);
  if (map.isPending || summary.isPending) return <Spinner className="w-full py-20" label="Loading map" />;
  if (map.isError || summary.isError) {
    return (
      <FailedState
        title="The map could not be loaded"
        query={{
          error: map.error ?? summary.error,
          refetch: () => Promise.all([map.refetch(), summary.refetch()]),
        }}
      />
    );
  }
  const own = new Set(zips.map(zip => zip.zipCode));
  const counts = new Map(summary.data.zips.map(({ zipCode, count }) => [zipCode, count]));
  const dots = map.data.map(({ isAvailable, ...zip }): Dot => {
    if (own.has(zip.zipCode)) return { ...zip, kind: 'subscribed', count: counts.get(zip.zipCode) ?? 0 };
    return { ...zip, kind: isAvailable ? freeKind(zip) : 'taken' };
  });
  const choose = ({ zipCode, kind }: Dot) => {
    if (isFree(kind)) return navigate(`/zips?${new URLSearchParams({ state, search: zipCode })}`);
    change({ zipCode: filters.zipCode === zipCode ? null : zipCode });
  };
  return (
    <ZipMap
      state={state}
      dots={dots}
      focus={zips.map(zip => zip.zipCode)}
      actionOf={dot => {
        if (isFree(dot.kind)) return 'See in catalog';
        if (dot.kind === 'taken') return null;
        return filters.zipCode === dot.zipCode ? 'Show all ZIP codes' : 'Show only';
      }}
      onChoose={choose}
      note="Numbers are closings in the list above. Free ZIP codes are in the catalog."
    />
  );
}

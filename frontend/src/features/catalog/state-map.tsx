import { useQuery } from '@tanstack/react-query';
import { type Dot, type DotKind, freeKind } from '../../product/zip-map/dot.ts';
import { type MappedZip, zipMapQuery } from '../../product/zip-map/mapped-zips.ts';
import { ZipMap } from '../../product/zip-map/zip-map.tsx';
import { FailedState } from '../../ui/failed-state.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { useArea } from './area/queries.ts';
import type { Order } from './use-order.ts';
import type { ZipFilterState } from './use-zip-filter.ts';

type StateMapProps = {
  filter: ZipFilterState;
  chosen: ReadonlySet<string>;
  subscribed: ReadonlySet<string>;
  order: Order;
};

type Standing = Pick<StateMapProps, 'chosen' | 'subscribed'>;

const kindOf = (zip: MappedZip, { chosen, subscribed }: Standing): DotKind => {
  if (subscribed.has(zip.zipCode)) return 'subscribed';
  if (chosen.has(zip.zipCode)) return 'chosen';
  return zip.isAvailable ? freeKind(zip) : 'taken';
};

/** The start of a ZIP code or a part of a city, until the server says what a search finds. */
const isSought = ({ zipCode, city }: MappedZip, search: string) =>
  zipCode.startsWith(search) || city.toLowerCase().includes(search.toLowerCase());

const actions: Partial<Record<DotKind, string>> = { free: 'Add', fewHomes: 'Add', chosen: 'Remove' };

/** All ZIPs of the state on a map. Choosing a dot adds or removes its ZIP, as the list's row does. */
export default function StateMap({ filter, order, ...standing }: StateMapProps) {
  const map = useQuery(zipMapQuery(filter.state));
  const area = useArea(filter);
  const found = filter.search ? area.data : undefined;
  if (map.isPending) return <Spinner className="w-full py-20" label="Loading map" />;
  if (map.isError) {
    return <FailedState title="The map could not be loaded" query={map} />;
  }
  const dots = map.data.map((zip): Dot => ({ ...zip, kind: kindOf(zip, standing) }));
  const choose = ({ zipCode, city, kind, special }: Dot) => {
    if (kind === 'chosen') order.remove(zipCode);
    else order.add({ id: zipCode, zipCode, city, state: filter.state, kind: special });
  };
  return (
    <ZipMap
      state={filter.state}
      dots={dots}
      circle={found?.circle ?? undefined}
      focus={(
        found?.zipCodes ?? (filter.search ? map.data.filter(zip => isSought(zip, filter.search)) : [])
      ).map(zip => zip.zipCode)}
      actionOf={({ kind }) => actions[kind] ?? null}
      onChoose={choose}
      note={
        <>
          The same ZIP codes are in the{' '}
          <a href="#zip-list" className="font-medium text-ink underline underline-offset-2">
            list below
          </a>
          .
        </>
      }
    />
  );
}

import { useQuery } from '@tanstack/react-query';
import type { Dot, DotKind } from '../../product/zip-map/dot.ts';
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

const kindOf = ({ zipCode, isAvailable }: MappedZip, { chosen, subscribed }: Standing): DotKind => {
  if (subscribed.has(zipCode)) return 'subscribed';
  if (chosen.has(zipCode)) return 'chosen';
  return isAvailable ? 'free' : 'taken';
};

/** The start of a ZIP code or a part of a city, until the server says what a search finds. */
const isSought = ({ zipCode, city }: MappedZip, search: string) =>
  zipCode.startsWith(search) || city.toLowerCase().includes(search.toLowerCase());

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
  const choose = ({ zipCode, city, kind }: Dot) => {
    if (kind === 'chosen') order.remove(zipCode);
    else order.add({ id: zipCode, zipCode, city, state: filter.state });
  };
  return (
    <ZipMap
      state={filter.state}
      dots={dots}
      circle={found?.circle ?? undefined}
      focus={(
        found?.zipCodes ?? (filter.search ? map.data.filter(zip => isSought(zip, filter.search)) : [])
      ).map(zip => zip.zipCode)}
      actionOf={({ kind }) => (kind === 'free' ? 'Add' : kind === 'chosen' ? 'Remove' : null)}
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

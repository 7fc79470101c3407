import type { ZipMap } from '@closingwire/contracts/catalog';
import { api } from '../api.ts';
import type { SpecialKind } from '../zip-kinds.ts';
import type { Dot } from './dot.ts';

export type MappedZip = Pick<Dot, 'zipCode' | 'city' | 'coordinates' | 'special'> & { isAvailable: boolean };

/** Converts the reply's columns to rows. */
function readMap(map: ZipMap): MappedZip[] {
  const unavailable = new Set(map.unavailable);
  const special = new Map<number, SpecialKind>([
    ...(map.poBoxes ?? []).map(index => [index, 'po_box'] as const),
    ...(map.organizations ?? []).map(index => [index, 'unique'] as const),
  ]);
  return map.zipCodes.map((zipCode, index) => {
    const [north, east] = map.places[index] ?? [];
    return {
      zipCode,
      city: map.cityNames[map.cities[index] ?? -1] ?? '',
      coordinates: north === undefined || east === undefined ? null : [north / 1000, east / 1000],
      isAvailable: !unavailable.has(index),
      special: special.get(index),
    };
  });
}

/** All ZIPs of a state with their coordinates and the catalog's availability. */
export const zipMapQuery = (state: string) =>
  api.catalog.mapZips.queryOptions({ input: { state }, select: readMap });

import { AppError } from '@closingwire/chassis/app-error';
import type { DashboardFilters } from '@closingwire/contracts/leads';
import type { View } from '@closingwire/contracts/views';

const keyOf = (zips: readonly string[]) => [...new Set(zips)].toSorted().join(',');

/** Refuses filters that are not those of their view: its owner has changed it since the client read it. */
export function refuseChanged(view: View, { zips, search, side }: DashboardFilters): void {
  const isSame =
    keyOf(view.zips) === keyOf(zips?.split(',') ?? []) &&
    view.search === (search ?? '') &&
    view.side === (side ?? null);
  if (isSame) return;
  const text = `The view “${view.name}” has other ZIPs, another search text or another side now. Check the rows, then download again`;
  throw new AppError('conflict', 'view_changed', text);
}

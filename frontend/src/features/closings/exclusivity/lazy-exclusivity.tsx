import { lazy } from 'react';

const load = () => import('./exclusivity.tsx');

export const ExclusiveSince = lazy(async () => ({ default: (await load()).ExclusiveSince }));
export const ExclusivityNote = lazy(async () => ({ default: (await load()).ExclusivityNote }));

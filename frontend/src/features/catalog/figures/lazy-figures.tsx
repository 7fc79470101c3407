import { type ComponentType, lazy } from 'react';

const load = () => import('./figures.tsx');

/** The parts that show figures, in a file that loads after the list. */
const part = <Props,>(pick: (loaded: Awaited<ReturnType<typeof load>>) => ComponentType<Props>) =>
  lazy(async () => ({ default: pick(await load()) }));

export const FiguresLine = part(loaded => loaded.FiguresLine);
export const FiguresFailure = part(loaded => loaded.FiguresFailure);
export const OrderFigures = part(loaded => loaded.OrderFigures);

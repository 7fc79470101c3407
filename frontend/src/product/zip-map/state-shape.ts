import outlines from 'virtual:state-outlines';
import { type StateShape, unpackShape } from './packed-shape.ts';

const loading = new Map<string, Promise<StateShape | null>>();

/** Resolves to null if the state has no outline or it failed to load. */
export function shapeOf(state: string): Promise<StateShape | null> {
  const known = loading.get(state);
  if (known) return known;
  const load = outlines[state];
  const shape = load
    ? load().then(
        module => unpackShape(module.default),
        () => {
          loading.delete(state);
          return null;
        },
      )
    : Promise.resolve(null);
  loading.set(state, shape);
  return shape;
}

import { createRequire } from 'node:module';
import { states } from '@closingwire/contracts/reference';
import { feature } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Plugin } from 'vite';

const MODULE = 'virtual:state-outlines';
const ONE = 'virtual:state-outline/';

type Atlas = Topology<{ states: GeometryCollection<{ name: string }> }>;

/** About 100 m: finer than a line on the screen. */
const DECIMALS = 1_000;

const rounded = (_key: string, value: unknown) =>
  typeof value === 'number' ? Math.round(value * DECIMALS) / DECIMALS : value;

function outlineOf(code: string): string {
  const atlas = createRequire(import.meta.url)('us-atlas/states-10m.json') as Atlas;
  const name = Object.entries({ ...states, DC: 'District of Columbia' }).find(([each]) => each === code)?.[1];
  const found = feature(atlas, atlas.objects.states).features.find(
    ({ properties }) => properties.name === name,
  );
  if (!found) throw new Error(`Expected an outline of ${code} in us-atlas`);
  return JSON.stringify(found.geometry, rounded);
}

/**
 * Provides each state's outline as a module, so that a browser loads only the drawn one. `virtual:state-outlines` has
 * a loader per state. The shapes are from us-atlas (Census Bureau, public domain).
 */
export function stateOutlines(): Plugin {
  const loaders = [...Object.keys(states), 'DC'].map(code => `${code}: () => import('${ONE}${code}')`);
  return {
    name: 'state-outlines',
    resolveId: id => (id === MODULE || id.startsWith(ONE) ? `\0${id}` : null),
    load(id) {
      if (id === `\0${MODULE}`) return `export default { ${loaders.join(', ')} }`;
      if (!id.startsWith(`\0${ONE}`)) return null;
      // Browsers parse JSON in a string faster than a literal.
      return `export default JSON.parse(${JSON.stringify(outlineOf(id.slice(ONE.length + 1)))})`;
    },
  };
}

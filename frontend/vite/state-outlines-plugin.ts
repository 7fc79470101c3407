import { createRequire } from 'node:module';
import { states } from '@closingwire/contracts/reference';
import { geoArea, geoBounds, geoCentroid } from 'd3-geo';
import type { Feature, Geometry, Position } from 'geojson';
import { feature, mesh } from 'topojson-client';
import type { GeometryCollection, Topology } from 'topojson-specification';
import type { Plugin } from 'vite';
import { type PackedShape, packLine, UNITS_PER_DEGREE } from '../src/product/zip-map/packed-shape.ts';

const MODULE = 'virtual:state-outlines';
const ONE = 'virtual:state-outline/';

type Area = { name: string };
type Atlas = Topology<{ states: GeometryCollection<Area>; counties: GeometryCollection<Area> }>;

/** A ring of three different places has four. */
const RING_NUMBERS = 8;

const inUnits = (degrees: number) => Math.round(degrees * UNITS_PER_DEGREE);

/** Returns each polygon of an area, the largest first. */
function polygonsOf({ geometry, properties }: Feature<Geometry, Area>): Position[][][] {
  const sizeOf = (coordinates: Position[][]) => geoArea({ type: 'Polygon', coordinates });
  if (geometry.type === 'Polygon') return [geometry.coordinates];
  if (geometry.type === 'MultiPolygon') return geometry.coordinates.toSorted((a, b) => sizeOf(b) - sizeOf(a));
  throw new Error(`Expected polygons of ${properties.name}, got ${geometry.type}`);
}

/** The name belongs on the county's main part, not between islands. */
function countyOf(area: Feature<Geometry, Area>): PackedShape['counties'][number] {
  const [coordinates = []] = polygonsOf(area);
  const [east, north] = geoCentroid({ type: 'Polygon', coordinates });
  const [[west], [farEast]] = geoBounds({ type: 'Polygon', coordinates });
  const width = (farEast - west + 360) % 360;
  return [area.properties.name, inUnits(north), inUnits(east), inUnits(width)];
}

/** Returns a state's outline and counties. */
export function shapeOf(code: string): PackedShape {
  const atlas = createRequire(import.meta.url)('us-atlas/counties-10m.json') as Atlas;
  const { states: allStates, counties: allCounties } = atlas.objects;
  const name = Object.entries({ ...states, DC: 'District of Columbia' }).find(([each]) => each === code)?.[1];
  const state = feature(atlas, allStates).features.find(({ properties }) => properties.name === name);
  if (!state) throw new Error(`Expected an outline of ${code} in us-atlas`);
  // A county's number begins with the state's.
  const isOwn = ({ id }: { id?: string | number | undefined }) => String(id).startsWith(String(state.id));
  const borders = { ...allCounties, geometries: allCounties.geometries.filter(isOwn) };
  const counties = feature(atlas, allCounties).features.filter(isOwn);
  const polygons = polygonsOf(state).map(rings => rings.map(packLine));
  return {
    // Rounding collapses the smallest islands.
    outline: polygons
      .map(rings => rings.filter(ring => ring.length >= RING_NUMBERS))
      .filter(rings => rings.length > 0),
    borders: mesh(atlas, borders, (a, b) => a !== b).coordinates.map(packLine),
    counties: counties.length > 1 ? counties.map(countyOf) : [],
  };
}

/**
 * Provides each state's outline and counties as a module, so that a browser loads only the drawn state.
 * `virtual:state-outlines` has a loader per state. The shapes are from us-atlas (Census Bureau, public domain).
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
      const json = JSON.stringify(shapeOf(id.slice(ONE.length + 1)));
      return `export default JSON.parse(${JSON.stringify(json)})`;
    },
  };
}

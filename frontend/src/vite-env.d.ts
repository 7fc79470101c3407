declare module 'virtual:contract-routes' {
  const routes: typeof import('@closingwire/contracts/reader-api').readerApi;
  export default routes;
  export const shapes: import('./lib/reply-shape.ts').ReplyShapes;
}

declare module 'virtual:state-outlines' {
  /** By state code. */
  const outlines: Partial<
    Record<string, () => Promise<{ default: import('geojson').Polygon | import('geojson').MultiPolygon }>>
  >;
  export default outlines;
}

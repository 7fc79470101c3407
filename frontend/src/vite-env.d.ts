declare module 'virtual:contract-routes' {
  const routes: typeof import('@closingwire/contracts/api').api;
  export default routes;
  export const shapes: import('./lib/reply-shape.ts').ReplyShapes;
}

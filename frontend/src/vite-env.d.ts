declare module 'virtual:contract-routes' {
  const routes: typeof import('@closingwire/contracts/api').api;
  export default routes;
}

import { placeholderOrigin } from '@closingwire/contracts/pages';

/** The public address. Pages are only shown there; what the build renders gets it from the gateway. */
export const siteOrigin: string = import.meta.env.SSR ? placeholderOrigin : window.location.origin;

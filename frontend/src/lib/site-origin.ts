import { placeholderOrigin } from '@closingwire/contracts/pages';

/** The public address. In prerendered pages it is a placeholder, which the gateway replaces. */
export const siteOrigin: string = import.meta.env.SSR ? placeholderOrigin : window.location.origin;

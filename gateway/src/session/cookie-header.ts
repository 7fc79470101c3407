import { parseCookie } from 'cookie';

/** The value of one cookie in a Cookie header, as it was sent. */
export const cookieOf = (header = '', name: string): string | undefined =>
  parseCookie(header, { decode: value => value })[name] || undefined;

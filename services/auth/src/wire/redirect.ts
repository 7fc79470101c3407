import type { Request } from 'express';
import type { IssuedTokens } from '../sessions/sessions.ts';
import { queryText } from './input.ts';
import type { RedirectRules, Wire } from './wire.ts';

/** Returns the pattern of a glob, like the hosted provider: `*` and `?` stop at '.' and '/', `**` does not. */
export function globPattern(glob: string): RegExp {
  let depth = 0;
  const source = glob.replace(/\*\*|\*|\?|\[!?[^\]]+\]|[{},]|[\\^$.|+()[\]]/g, token => {
    if (token === '**') return '.*';
    if (token === '*') return '[^./]*';
    if (token === '?') return '[^./]';
    if (token.startsWith('[') && token.length > 1) {
      return token.replace(/^\[!/, '[^').replaceAll('\\', '\\\\');
    }
    if (token === '{') {
      depth += 1;
      return '(?:';
    }
    if (token === '}' && depth > 0) {
      depth -= 1;
      return ')';
    }
    if (token === ',') return depth > 0 ? '|' : ',';
    return `\\${token}`;
  });
  return new RegExp(`^${source}${')'.repeat(depth)}$`, 's');
}

const isLoopback = (host: string) => host === '[::1]' || /^127(\.\d{1,3}){3}$/.test(host);
const isLocal = (host: string) => host === 'localhost' || isLoopback(host);

/** Returns the host as written: URL parsing turns numbers such as 2130706433 into addresses. */
const writtenHost = (url: string) => /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1]?.replace(/:\d*$/, '');

/** Returns true if auth may send a user's session to this URL. */
export function mayRedirectTo(target: string, { siteUrl, allowList }: RedirectRules): boolean {
  const [site, url] = [URL.parse(siteUrl), URL.parse(target)];
  const host = writtenHost(target);
  if (!site || !url || /[\\\s\p{Cc}]/u.test(target) || url.username || url.password) return false;
  if (/^(javascript|data|vbscript|file|blob):$/.test(url.protocol)) return false;
  const isSameHost = url.protocol === site.protocol && url.hostname === site.hostname;
  if (isSameHost && (url.port === site.port || isLocal(url.hostname))) return true;
  const isHttp = /^https?:$/.test(url.protocol);
  if (isHttp && (host === undefined || /^\d+$/.test(host))) return false;
  if (isHttp && /^[\d.]+$|^\[/.test(url.hostname)) return isLoopback(url.hostname) && host === url.hostname;
  const [withoutFragment = ''] = target.split('#');
  return allowList.some(glob => globPattern(glob).test(withoutFragment));
}

/** Returns the first allowed URL of three: the requested one, the referer, the site. */
export function redirectTarget(
  wanted: string | undefined,
  referer: string | undefined,
  rules: RedirectRules,
): string {
  const allowed = [wanted, referer].find(url => url && mayRedirectTo(url, rules));
  return allowed ?? rules.siteUrl;
}

/** Returns the redirect target of a request. */
export function redirectOf({ settings }: Wire, req: Request, wanted = queryText(req, 'redirect_to')): string {
  return redirectTarget(wanted || req.get('redirect_to'), req.get('Referer'), settings.redirects);
}

/** Replaces the URL's fragment with these values; the client reads them there. */
function withFragment(target: string, values: Record<string, string>): string {
  const [page = ''] = target.split('#');
  // Sorted, with the marker `sb`, like the hosted provider.
  const sorted = Object.entries({ ...values, sb: '' }).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${page}#${new URLSearchParams(sorted)}`;
}

function withQuery(target: string, values: Record<string, string>): string {
  const [page = '', fragment] = target.split('#');
  const joint = page.includes('?') ? '&' : '?';
  return `${page}${joint}${new URLSearchParams(values)}${fragment === undefined ? '' : `#${fragment}`}`;
}

export function sessionRedirect(target: string, session: IssuedTokens, type: string): string {
  const { access_token, refresh_token, token_type } = session;
  return withFragment(target, {
    access_token,
    expires_at: String(session.expires_at),
    expires_in: String(session.expires_in),
    refresh_token,
    token_type,
    type,
  });
}

export function codeRedirect(target: string, code: string): string {
  return withQuery(target, { code });
}

const oauthErrors: Record<number, string> = {
  400: 'invalid_request',
  401: 'unauthorized_client',
  403: 'access_denied',
  500: 'server_error',
  503: 'temporarily_unavailable',
};

export function errorRedirect(
  target: string,
  { status, code, message }: { status: number; code: string; message: string },
  isPkce: boolean,
): string {
  const error = oauthErrors[status];
  const values = { ...(error && { error }), error_code: code, error_description: message };
  return withFragment(isPkce ? withQuery(target, values) : target, values);
}

export function messageRedirect(target: string, message: string, isPkce: boolean): string {
  return withFragment(isPkce ? withQuery(target, { message }) : target, { message });
}

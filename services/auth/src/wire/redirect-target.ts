export type RedirectRules = { siteUrl: string; allowList: readonly string[] };

/** Matches like the hosted provider's list: `*` and `?` stop at '.' and '/', `**` does not. */
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

/** The host as it is written, because URL parsing turns numbers such as 2130706433 into addresses. */
const writtenHost = (url: string) => /^[a-z][a-z\d+.-]*:\/\/([^/?#]*)/i.exec(url)?.[1]?.replace(/:\d*$/, '');

/** Whether a user may be sent to the address with their session. */
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

/** Where a link leads: where the caller wants, else where it comes from, else the site. */
export function redirectTarget(
  wanted: string | undefined,
  referer: string | undefined,
  rules: RedirectRules,
): string {
  const allowed = [wanted, referer].find(url => url && mayRedirectTo(url, rules));
  return allowed ?? rules.siteUrl;
}

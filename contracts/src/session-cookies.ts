const REFRESH_SECONDS = 30 * 24 * 60 * 60;

const isLocalUrl = (url: string) => /^(localhost|127\.0\.0\.1|\[::1\])$/.test(new URL(url).hostname);

type Tokens = { access_token: string; refresh_token: string; expires_in: number };

/**
 * `Set-Cookie` values that set and clear the two cookies of a signed-in browser. HttpOnly and SameSite=Lax; outside
 * localhost also Secure, with the `__Host-` prefix.
 */
export function sessionCookies(publicUrl: string) {
  const isLocal = isLocalUrl(publicUrl);
  const prefix = isLocal ? '' : '__Host-';
  const attributes = `Path=/; HttpOnly; SameSite=Lax${isLocal ? '' : '; Secure'}`;
  const accessName = `${prefix}cw_access`;
  const refreshName = `${prefix}cw_refresh`;
  const cookie = (name: string, value: string, seconds: number) =>
    `${name}=${value}; Max-Age=${seconds}; ${attributes}`;
  return {
    accessName,
    refreshName,
    /** Sets a newer access token of the same session. */
    setAccess: (tokens: Omit<Tokens, 'refresh_token'>) =>
      cookie(accessName, tokens.access_token, tokens.expires_in),
    set: (tokens: Tokens) => [
      cookie(accessName, tokens.access_token, tokens.expires_in),
      cookie(refreshName, tokens.refresh_token, REFRESH_SECONDS),
    ],
    clear: () => [cookie(accessName, '', 0), cookie(refreshName, '', 0)],
  };
}
export type SessionCookies = ReturnType<typeof sessionCookies>;

/**
 * The cookie of the browser that signed up. There, the emailed link confirms the address without a press. The
 * browser sends it only to the sign-up and its link; it expires with the link.
 */
export function signUpCookie(publicUrl: string) {
  const isLocal = isLocalUrl(publicUrl);
  const name = isLocal ? 'cw_sign_up' : '__Secure-cw_sign_up';
  const attributes = `Path=/api/auth; HttpOnly; SameSite=Lax${isLocal ? '' : '; Secure'}`;
  return {
    name,
    set: (mark: string, seconds: number) => `${name}=${mark}; Max-Age=${seconds}; ${attributes}`,
    clear: () => `${name}=; Max-Age=0; ${attributes}`,
    /** Returns the cookie's value from a Cookie header. */
    in: (header = ''): string | undefined =>
      header
        .split(/; */)
        .find(pair => pair.startsWith(`${name}=`))
        ?.slice(name.length + 1),
  };
}
export type SignUpCookie = ReturnType<typeof signUpCookie>;

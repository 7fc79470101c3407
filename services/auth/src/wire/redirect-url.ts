/** The address that a browser goes to after a link, with what the client reads there. */
function withFragment(target: string, values: Record<string, string>): string {
  const [page = ''] = target.split('#');
  // Sorted, as the clients' other servers write it; `sb` says that it comes from one of them.
  const sorted = Object.entries({ ...values, sb: '' }).sort(([a], [b]) => (a < b ? -1 : 1));
  return `${page}#${new URLSearchParams(sorted)}`;
}

function withQuery(target: string, values: Record<string, string>): string {
  const [page = '', fragment] = target.split('#');
  const joint = page.includes('?') ? '&' : '?';
  return `${page}${joint}${new URLSearchParams(values)}${fragment === undefined ? '' : `#${fragment}`}`;
}

export type SessionInLink = {
  access_token: string;
  refresh_token: string;
  expires_at: number;
  expires_in: number;
  token_type: string;
};

export function sessionRedirect(target: string, session: SessionInLink, type: string): string {
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

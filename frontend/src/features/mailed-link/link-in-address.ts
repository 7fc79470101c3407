/** The link in the page's URL. A wire protocol link has a type, and its button makes another call. */
export type LinkInAddress = {
  token: string;
  type: string | null;
  redirectTo: string | null;
  next: string | null;
};

/** As the server requires. */
const MIN_TOKEN_LENGTH = 16;

/** Reads the link from the fragment, which browsers do not send to servers; null if it is incomplete. */
export function linkInAddress(fragment: string): LinkInAddress | null {
  const values = new URLSearchParams(fragment.replace(/^#/, ''));
  const token = values.get('token') ?? '';
  if (token.length < MIN_TOKEN_LENGTH) return null;
  const [type, redirectTo, next] = ['type', 'redirect_to', 'next'].map(name => values.get(name) || null);
  return { token, type: type ?? null, redirectTo: redirectTo ?? null, next: next ?? null };
}

/** What the address of the page carries. A link of the wire protocol has a type, by which its button is another call. */
export type LinkInAddress = {
  token: string;
  type: string | null;
  redirectTo: string | null;
  next: string | null;
};

/** The shortest that the server takes. */
const MIN_TOKEN_LENGTH = 16;

/** Reads the link from the fragment, which browsers send to no server; null for an incomplete one. */
export function linkInAddress(fragment: string): LinkInAddress | null {
  const values = new URLSearchParams(fragment.replace(/^#/, ''));
  const token = values.get('token') ?? '';
  if (token.length < MIN_TOKEN_LENGTH) return null;
  const [type, redirectTo, next] = ['type', 'redirect_to', 'next'].map(name => values.get(name) || null);
  return { token, type: type ?? null, redirectTo: redirectTo ?? null, next: next ?? null };
}

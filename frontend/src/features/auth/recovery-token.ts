/** The access token of a recovery link's fragment; null unless its type is recovery. */
export function recoveryToken(fragment: string): string | null {
  const parameters = new URLSearchParams(fragment.replace(/^#/, ''));
  return parameters.get('type') === 'recovery' ? parameters.get('access_token') || null : null;
}

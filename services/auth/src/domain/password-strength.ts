export type Weakness = { message: string; reasons: ('length' | 'characters' | 'pwned')[] };

/** As long as the hashing stays cheap. */
export const LONGEST_PASSWORD = 1000;

/** What makes the password too weak, or undefined. */
export function weaknessOf(password: string, minLength: number): Weakness | undefined {
  if (password.length >= minLength) return undefined;
  return { message: `Password should be at least ${minLength} characters.`, reasons: ['length'] };
}

import { dictionary } from '@zxcvbn-ts/language-common';

let known: ReadonlySet<string> | undefined;

/** Whether the password is among the 49,000 that are tried first, whatever its capitals. Read on first need. */
export function isBreached(password: string): boolean {
  known ??= new Set(dictionary['passwords-common']);
  return known.has(password.toLowerCase());
}

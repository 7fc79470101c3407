import { AppError } from '../process/app-error.ts';

const DEEPEST = 100;

type Entry = { value: unknown; path: string; depth: number };

const refuse = (path: string, expected: string): never => {
  const where = path === '' ? '' : `${path}: `;
  throw new AppError('invalid', 'invalid_input', `${where}${expected}`, {
    detail: { issues: [{ path, message: expected }] },
  });
};

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/**
 * Refuses input that databases cannot store: NUL or lone surrogates in values or names, and nesting deeper than any
 * contract declares.
 */
export function refuseIllFormed(input: unknown): void {
  const entries: Entry[] = [{ value: input, path: '', depth: 0 }];
  for (let entry = entries.pop(); entry; entry = entries.pop()) {
    const { value, path, depth } = entry;
    if (typeof value === 'string' && !isStorable(value)) {
      refuse(path, 'Expected text of whole characters, without NUL');
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth === DEEPEST) refuse(path, `Expected at most ${DEEPEST} levels`);
    for (const [name, inner] of Object.entries(value)) {
      if (!isStorable(name)) refuse(path, 'Expected names of whole characters, without NUL');
      entries.push({ value: inner, path: path === '' ? name : `${path}.${name}`, depth: depth + 1 });
    }
  }
}

import { AppError } from '../process/app-error.ts';

const DEEPEST = 100;

type Place = { value: unknown; path: string; depth: number };

const refuse = (path: string, expected: string): never => {
  const where = path === '' ? '' : `${path}: `;
  throw new AppError('invalid', 'invalid_input', `${where}${expected}`, {
    detail: { issues: [{ path, message: expected }] },
  });
};

const isStorable = (text: string) => text.isWellFormed() && !text.includes('\0');

/**
 * Refuses input that no database keeps: text with NUL or half a character (a lone surrogate), in values or names, and
 * nesting deeper than anything that the contracts declare.
 */
export function refuseIllFormed(input: unknown): void {
  const places: Place[] = [{ value: input, path: '', depth: 0 }];
  for (let place = places.pop(); place; place = places.pop()) {
    const { value, path, depth } = place;
    if (typeof value === 'string' && !isStorable(value)) {
      refuse(path, 'Expected text of whole characters, without NUL');
    }
    if (typeof value !== 'object' || value === null) continue;
    if (depth === DEEPEST) refuse(path, `Expected at most ${DEEPEST} levels`);
    for (const [name, inner] of Object.entries(value)) {
      if (!isStorable(name)) refuse(path, 'Expected names of whole characters, without NUL');
      places.push({ value: inner, path: path === '' ? name : `${path}.${name}`, depth: depth + 1 });
    }
  }
}

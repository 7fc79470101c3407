import { expectedBy } from '@closingwire/chassis/problem';
import type { Request } from 'express';
import { z } from 'zod';
import { WireError } from './wire-error.ts';

/** A text that may be absent or null, which then counts as empty. */
export const text = z
  .string()
  .nullish()
  .transform(value => value ?? '');
export const flag = z
  .boolean()
  .nullish()
  .transform(value => value ?? false);
export const object = z
  .record(z.string(), z.unknown())
  .nullish()
  .transform(value => value ?? {});
export const challenge = { code_challenge: text, code_challenge_method: text };

/** The body as the schema has it; unknown members are dropped. Throws `bad_json` for any other. */
export function bodyOf<S extends z.ZodObject>(req: Request, schema: S): z.output<S> {
  const parsed = schema.safeParse(req.body);
  if (parsed.success) return parsed.data;
  const [issue] = parsed.error.issues;
  const where = issue && issue.path.length > 0 ? `${issue.path.join('.')}: ` : '';
  const expected = issue ? expectedBy(issue) : 'Expected an object';
  const why = req.body === undefined ? 'unexpected end of JSON input' : `${where}${expected}`;
  throw new WireError(400, 'bad_json', `Could not parse request body as JSON: ${why}`);
}

export const queryText = (req: Request, name: string): string => {
  const value = req.query[name];
  return typeof value === 'string' ? value : '';
};

/** A part of the path; empty when the route has none of this name. */
export const pathText = (req: Request, name: string): string => {
  const value = req.params[name];
  return typeof value === 'string' ? value : '';
};

import { expectedBy } from '@closingwire/chassis/problem';
import type { Request } from 'express';
import { z } from 'zod';
import { isTooLong, LONGEST_PASSWORD, type PasswordRules, weaknessOf } from '../credentials/passwords.ts';
import { pkceProblem } from '../tokens/flow-states.ts';
import { readEmail } from '../users/user.ts';
import { invalid, WireError } from './wire.ts';

const text = z
  .string()
  .nullish()
  .transform(value => value ?? '');

/** Fields of bodies. An absent or null field is empty. */
export const field = {
  text,
  flag: z
    .boolean()
    .nullish()
    .transform(value => value ?? false),
  object: z
    .record(z.string(), z.unknown())
    .nullish()
    .transform(value => value ?? {}),
  challenge: { code_challenge: text, code_challenge_method: text },
};

const uuid = z.uuid();
export const isUuid = (value: unknown): boolean => uuid.safeParse(value).success;

/** Parses the body; drops unknown members. Throws `bad_json`. */
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

export const pathText = (req: Request, name: string): string => {
  const value = req.params[name];
  return typeof value === 'string' ? value : '';
};

/** Returns the address in its stored form, or throws `validation_failed`. */
export function emailFrom(given: string): string {
  const read = readEmail(given);
  if ('problem' in read) throw invalid(read.problem);
  return read.email;
}

export function refuseBadPhone(given: string): void {
  if (!/^\+?[1-9]\d{1,14}$/.test(given)) throw invalid('Invalid phone number format (E.164 required)');
}

export function checkPassword(password: string, rules: PasswordRules): void {
  if (isTooLong(password)) {
    throw invalid(`Password cannot be longer than ${LONGEST_PASSWORD} characters`);
  }
  const weakness = weaknessOf(password, rules);
  if (!weakness) return;
  const extra = { weak_password: { reasons: weakness.reasons } };
  throw new WireError(422, 'weak_password', weakness.message, extra);
}

export type PkceGiven = { challenge: string; method: 's256' | 'plain' };

/** Returns the PKCE parameters, or undefined for the implicit flow. */
export function pkceFrom(body: {
  code_challenge: string;
  code_challenge_method: string;
}): PkceGiven | undefined {
  const problem = pkceProblem(body.code_challenge, body.code_challenge_method);
  if (problem) throw invalid(problem);
  if (body.code_challenge === '') return undefined;
  const method = body.code_challenge_method.toLowerCase() === 'plain' ? 'plain' : 's256';
  return { challenge: body.code_challenge, method };
}

const MOST_METADATA_BYTES = 2048;

/** Every access token has the metadata, and browsers drop a token that is too long for its cookie. */
export function checkMetadata(metadata: Record<string, unknown>): void {
  const bytes = Buffer.byteLength(JSON.stringify(metadata));
  if (bytes <= MOST_METADATA_BYTES) return;
  throw invalid(`Expected metadata of at most ${MOST_METADATA_BYTES} bytes, got ${bytes}`);
}

import type { AuthError } from '@supabase/auth-js';
import { ApiError } from '../lib/api-error.ts';

export type AuthReply = { data: unknown; error: AuthError | null };
export type DataOf<R extends AuthReply> = Extract<R, { error: null }>['data'];

/**
 * Returns the data of an auth-js reply. Throws a refusal as `ApiError` with the wire protocol's code in its body.
 * Throws a missing session as a 401 and a failed connection as a plain error.
 */
export function dataOf<R extends AuthReply>({ data, error }: R): DataOf<R> {
  if (!error) return data as DataOf<R>;
  if (error.name === 'AuthSessionMissingError')
    throw new ApiError(401, error.message, { message: error.message });
  if (!error.status || error.name === 'AuthRetryableFetchError') throw error;
  throw new ApiError(error.status, error.message, { message: error.message, code: error.code });
}

/** Returns the wire protocol's or the problem document's code of a failed call. */
export const codeOf = (error: unknown): unknown => (error instanceof ApiError ? error.body.code : undefined);

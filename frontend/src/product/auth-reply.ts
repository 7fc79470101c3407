import type { AuthError } from '@supabase/auth-js';
import { ApiError } from '../lib/api-error.ts';

type Reply = { data: unknown; error: AuthError | null };
type DataOf<R extends Reply> = Extract<R, { error: null }>['data'];

/**
 * The data of a reply of auth-js. Throws what the server refused as the `ApiError` that every other call throws,
 * with the wire protocol's code in its body; a missing session is a 401, a failed connection a plain error.
 */
export function dataOf<R extends Reply>({ data, error }: R): DataOf<R> {
  if (!error) return data as DataOf<R>;
  if (error.name === 'AuthSessionMissingError')
    throw new ApiError(401, error.message, { message: error.message });
  if (!error.status || error.name === 'AuthRetryableFetchError') throw error;
  throw new ApiError(error.status, error.message, { message: error.message, code: error.code });
}

/** The code of the wire protocol, or of a problem document, that a failed call carries. */
export const codeOf = (error: unknown): unknown => (error instanceof ApiError ? error.body.code : undefined);

import { ApiError, UnexpectedReply } from '../../lib/api-error.ts';

/** A server of the specification has no such call; the screen then omits its panel. */
export const isUnknownCall = (error: unknown): boolean =>
  error instanceof UnexpectedReply || (error instanceof ApiError && error.status === 404);

import type express from 'express';
import { ApiError } from '../api-error.ts';
import type { Modes, Sandbox } from '../sandbox.ts';

const keyShown = (key: string) => `${key.slice(0, 8)}${'*'.repeat(8)}${key.slice(-4)}`;

/** Returns the mode of the request's key; throws Stripe's 401 for an unknown one. */
export function modeOf(modes: Modes, request: express.Request, kind: keyof Sandbox['keys']): Sandbox {
  const [scheme, credentials = ''] = (request.header('authorization') ?? '').split(' ');
  const given =
    scheme === 'Basic' ? (Buffer.from(credentials, 'base64').toString().split(':')[0] ?? '') : credentials;
  const mode = modes.find(({ keys }) => keys[kind] === given);
  if (mode) return mode;
  throw new ApiError(401, {
    type: 'invalid_request_error',
    message: `Invalid API Key provided: ${keyShown(given)}`,
  });
}

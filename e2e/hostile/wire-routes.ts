import type { OpenRoute, Schema } from './input-schema.ts';

const WIRE = '/api/auth/v1';

const text: Schema = { type: 'string' };
const object = (...names: string[]): Schema => ({
  type: 'object',
  properties: Object.fromEntries(names.map(name => [name, text])),
});
const data: Schema = { type: 'object', properties: { first_name: text, color: text } };

const endpoint = (
  method: string,
  path: string,
  access: OpenRoute['meta']['access'],
  input: Schema,
): OpenRoute => ({
  name: `wire.${method} ${path}`,
  method,
  path: WIRE + path,
  meta: { service: 'auth', access },
  input,
});

/** Inputs of the wire protocol, whose contract is not ours. */
export const wireRoutes: readonly OpenRoute[] = [
  endpoint('POST', '/signup', 'public', {
    ...object('email', 'password', 'code_challenge', 'code_challenge_method'),
    properties: { ...object('email', 'password').properties, data },
  }),
  endpoint('POST', '/token?grant_type=password', 'public', object('email', 'password')),
  endpoint('POST', '/token?grant_type=refresh_token', 'public', object('refresh_token')),
  endpoint('POST', '/token?grant_type=pkce', 'public', object('auth_code', 'code_verifier')),
  endpoint('POST', '/otp', 'public', object('email', 'code_challenge', 'code_challenge_method')),
  endpoint('POST', '/verify', 'public', object('email', 'token', 'type')),
  endpoint('POST', '/verify', 'public', object('token_hash', 'type')),
  endpoint('GET', '/verify', 'public', object('token', 'type', 'redirect_to')),
  endpoint('POST', '/verify/link', 'public', object('token', 'type', 'redirect_to')),
  endpoint('POST', '/resend', 'public', object('email', 'type')),
  endpoint('POST', '/recover', 'public', object('email')),
  endpoint('GET', '/authorize', 'public', object('provider', 'redirect_to')),
  endpoint('PUT', '/user', 'user', { type: 'object', properties: { email: text, nonce: text, data } }),
  endpoint('POST', '/factors', 'user', object('friendly_name', 'factor_type', 'issuer')),
  endpoint('POST', '/factors/{id}/verify', 'user', object('id', 'challenge_id', 'code')),
  endpoint('DELETE', '/factors/{id}', 'user', object('id')),
];

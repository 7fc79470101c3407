import type { Request } from 'express';
import { z } from 'zod';
import { requireAdmin, signedIn } from './bearer.ts';
import { bodyOf, field, queryText } from './input.ts';
import { type Endpoint, type Grant, invalid, WireError } from './wire.ts';

/* Refusals for features that this server does not offer, as clients expect them. */

const linking = () => new WireError(404, 'manual_linking_disabled', 'Manual linking is disabled');
const saml = () => new WireError(404, 'saml_provider_disabled', 'SAML 2.0 is disabled');
const passkeys = () => new WireError(404, 'passkey_disabled', 'Passkeys are disabled');
const oauthServer = () => new WireError(404, 'feature_disabled', 'OAuth server is disabled');
const customProviders = () => new WireError(404, 'feature_disabled', 'Custom OAuth providers are disabled');
const adminPasskeys = () => new WireError(404, 'feature_disabled', 'Passkeys are disabled');

const knownProviders =
  /^(apple|azure|bitbucket|discord|facebook|figma|fly|github|gitlab|google|kakao|keycloak|linkedin|linkedin_oidc|notion|slack|slack_oidc|snapchat|spotify|twitch|twitter|workos|x|zoom)$/;

function unsupportedProvider(req: Request): WireError {
  const name = queryText(req, 'provider');
  const why = knownProviders.test(name) ? 'provider is not enabled' : `Provider ${name} could not be found`;
  return invalid(`Unsupported provider: ${why}`);
}

const idTokenBody = z.object({ provider: field.text, id_token: field.text });

export const refusedGrants: Record<string, Grant> = {
  async id_token(_wire, req) {
    const { provider, id_token: token } = bodyOf(req, idTokenBody);
    if (!token) throw invalid('id_token required');
    if (!provider) throw invalid('provider or client_id and issuer required');
    throw new WireError(400, 'provider_disabled', `Provider (issuer "${provider}") is not enabled`);
  },
  async web3() {
    throw new WireError(422, 'web3_provider_disabled', 'Web3 provider is disabled');
  },
};

type Row = readonly [
  method: Endpoint[0],
  path: string,
  by: 'anyone' | 'user' | 'admin',
  refusal: (req: Request) => WireError,
];

const rows: readonly Row[] = [
  ['get', '/authorize', 'anyone', unsupportedProvider],
  ['get', '/user/identities/authorize', 'user', linking],
  ['delete', '/user/identities/:identityId', 'user', linking],
  ['post', '/sso', 'anyone', saml],
  ['get', '/sso/saml/metadata', 'anyone', saml],
  ['post', '/sso/saml/acs', 'anyone', saml],
  ['post', '/passkeys/registration/options', 'anyone', passkeys],
  ['post', '/passkeys/registration/verify', 'anyone', passkeys],
  ['post', '/passkeys/authentication/options', 'anyone', passkeys],
  ['post', '/passkeys/authentication/verify', 'anyone', passkeys],
  ['get', '/passkeys', 'anyone', passkeys],
  ['patch', '/passkeys/:id', 'anyone', passkeys],
  ['delete', '/passkeys/:id', 'anyone', passkeys],
  ['get', '/.well-known/oauth-authorization-server', 'anyone', oauthServer],
  ['get', '/oauth/authorizations/:id', 'anyone', oauthServer],
  ['post', '/oauth/authorizations/:id/consent', 'anyone', oauthServer],
  ['get', '/user/oauth/grants', 'user', oauthServer],
  ['delete', '/user/oauth/grants', 'user', oauthServer],
  ['get', '/admin/oauth/clients', 'admin', oauthServer],
  ['post', '/admin/oauth/clients', 'admin', oauthServer],
  ['get', '/admin/oauth/clients/:id', 'admin', oauthServer],
  ['put', '/admin/oauth/clients/:id', 'admin', oauthServer],
  ['delete', '/admin/oauth/clients/:id', 'admin', oauthServer],
  ['post', '/admin/oauth/clients/:id/regenerate_secret', 'admin', oauthServer],
  ['get', '/admin/custom-providers', 'admin', customProviders],
  ['post', '/admin/custom-providers', 'admin', customProviders],
  ['get', '/admin/custom-providers/:id', 'admin', customProviders],
  ['put', '/admin/custom-providers/:id', 'admin', customProviders],
  ['delete', '/admin/custom-providers/:id', 'admin', customProviders],
  ['get', '/admin/users/:userId/passkeys', 'admin', adminPasskeys],
  ['delete', '/admin/users/:userId/passkeys/:id', 'admin', adminPasskeys],
];

export const refusedEndpoints = rows.map(
  ([method, path, by, refusal]): Endpoint => [
    method,
    path,
    async (wire, req) => {
      if (by === 'user') await signedIn(wire, req);
      if (by === 'admin') await requireAdmin(wire, req);
      throw refusal(req);
    },
  ],
);

import type { Endpoint, Wire } from './wire.ts';

/** Providers in the settings that clients read; this server offers none. */
const providers = [
  'apple',
  'azure',
  'bitbucket',
  'discord',
  'facebook',
  'figma',
  'fly',
  'github',
  'gitlab',
  'google',
  'kakao',
  'keycloak',
  'linkedin',
  'linkedin_oidc',
  'notion',
  'phone',
  'slack',
  'slack_oidc',
  'snapchat',
  'spotify',
  'twitch',
  'twitter',
  'workos',
  'zoom',
];

const about = {
  version: 'v1',
  name: 'ClosingWire auth',
  description: 'User registration and sign-in',
};

const claims = [
  ...['sub', 'aud', 'iss', 'exp', 'iat', 'auth_time', 'nonce'],
  ...['email', 'email_verified', 'phone_number', 'phone_number_verified'],
  ...['name', 'picture', 'preferred_username', 'updated_at'],
];

/** Returns the OpenID Connect discovery document. This service does not serve the OAuth endpoints that it lists. */
function discovery(issuer: string) {
  const at = (path: string) => `${issuer.replace(/\/+$/, '')}${path}`;
  return {
    issuer,
    authorization_endpoint: at('/oauth/authorize'),
    token_endpoint: at('/oauth/token'),
    jwks_uri: at('/.well-known/jwks.json'),
    userinfo_endpoint: at('/oauth/userinfo'),
    scopes_supported: ['openid', 'profile', 'email', 'phone', 'offline_access'],
    response_types_supported: ['code'],
    response_modes_supported: ['query'],
    grant_types_supported: ['authorization_code', 'refresh_token'],
    subject_types_supported: ['public'],
    id_token_signing_alg_values_supported: ['RS256', 'HS256', 'ES256'],
    token_endpoint_auth_methods_supported: ['client_secret_basic', 'client_secret_post', 'none'],
    claims_supported: claims,
    code_challenge_methods_supported: ['S256', 'plain'],
  };
}

export function publishedEndpoints({ keys, settings }: Wire): Endpoint[] {
  const none = Object.fromEntries(providers.map(name => [name, false]));
  return [
    {
      method: 'get',
      path: '/.well-known/jwks.json',
      handle: (_req, res) => void res.set('Cache-Control', 'public, max-age=600').json(keys.published()),
    },
    {
      method: 'get',
      path: '/.well-known/openid-configuration',
      handle: (_req, res) =>
        void res.set('Cache-Control', 'public, max-age=600').json(discovery(settings.issuer)),
    },
    { method: 'get', path: '/health', handle: (_req, res) => void res.json(about) },
    {
      method: 'get',
      path: '/settings',
      handle: (_req, res) =>
        void res.json({
          external: { ...none, anonymous_users: settings.anonymousSignIns, email: true },
          disable_signup: settings.signUpsDisabled,
          mailer_autoconfirm: settings.autoConfirm,
          phone_autoconfirm: false,
          sms_provider: '',
          saml_enabled: false,
          saml_private_key_next_configured: false,
          passkeys_enabled: false,
        }),
    },
  ];
}

import type { Endpoint } from './endpoint.ts';
import type { Wire } from './wire.ts';

/** Outside providers that clients ask about; this server has none of them. */
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

/** What anybody may know: the public keys, the settings, that the server lives. */
export function publishedEndpoints({ keys, settings }: Wire): Endpoint[] {
  const none = Object.fromEntries(providers.map(name => [name, false]));
  return [
    {
      method: 'get',
      path: '/.well-known/jwks.json',
      handle: (_req, res) => void res.set('Cache-Control', 'public, max-age=600').json(keys.published()),
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

import { commonGroups } from '@closingwire/topology/production-settings';
import type { SettingGroup } from '@closingwire/topology/settings';
import { componentKeys } from './components.ts';
import { keyOf } from './environment.ts';

const sections: { about: string; keys: readonly string[] }[] = [
  {
    about:
      'Needed. The service secret signs calls between services: openssl rand -base64 32. The ingestion key is the first key of the ingestion API: cwi_ and openssl rand -hex 24. The webhook secret signs the assignment webhook: whsec_ and openssl rand -base64 32.',
    keys: ['service-secret', 'ingestion-key', 'webhook-secret'],
  },
  {
    about:
      'Needed. The mail server: smtp://user:password@host:587, or smtps://. Percent-encode what URLs reserve in the password, such as %40 for @.',
    keys: ['smtp-url'],
  },
  {
    about:
      'Needed, unless the component own-mongo is used: the password of the database user `content`. The operator writes the address.',
    keys: ['mongo-password'],
  },
  {
    about:
      'Stripe in test mode: the keys, and the signing secret of the webhook endpoint in test mode. Leave out a mode that you do not use.',
    keys: ['stripe-secret-key', 'stripe-publishable-key', 'stripe-webhook-secret'],
  },
  {
    about:
      'Stripe in live mode, which charges cards: the keys, and the signing secret of the webhook endpoint in live mode. They count once an admin switches to live mode.',
    keys: ['stripe-live-secret-key', 'stripe-live-publishable-key', 'stripe-live-webhook-secret'],
  },
];

/** Secret settings with the description of their group. */
const settingGroups = (groups: readonly SettingGroup[]) =>
  groups
    .filter(({ secret }) => secret)
    .map(({ about, secret = [] }) => ({ about: `Optional. ${about}`, keys: secret.map(keyOf) }));

const componentGroups = () =>
  Object.entries(Object.groupBy(Object.entries(componentKeys), ([, about]) => about)).map(
    ([about, entries = []]) => ({ about: `Optional. Of the ${about}.`, keys: entries.map(([key]) => key) }),
  );

/** Returns all keys of `closingwire-secrets` in the format of `kubectl create secret --from-env-file`. */
export function secretsFile(groups = commonGroups): string {
  const known = sections.flatMap(({ keys }) => keys);
  const others = [...settingGroups(groups), ...componentGroups()]
    .map(({ about, keys }) => ({ about, keys: keys.filter(key => !known.includes(key)) }))
    .filter(({ keys }) => keys.length > 0);
  const text = [...sections, ...others].map(
    ({ about, keys }) => `\n# ${about}\n${keys.map(key => `#${key}=\n`).join('')}`,
  );
  return `\
# The keys of the secret closingwire-secrets. Copy this file to a place outside the repository, fill it in, and run
#   kubectl -n closingwire create secret generic closingwire-secrets --from-env-file=FILE
# Written by \`make environment-files\`, from infra/k8s/src.
${text.join('')}`;
}

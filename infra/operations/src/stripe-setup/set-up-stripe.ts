import {
  type PaymentKeys,
  paymentKeyFaults,
  paymentKeyNames,
  paymentModes,
  signingSecrets,
} from '@closingwire/contracts/payment-provider';
import { priceConfig } from '@closingwire/contracts/price-config';
import { z } from 'zod';
import { endsMode, explainStripeError, type OpenMode, openModes } from '../open-stripe.ts';
import { type Settings, writeSetting } from '../settings-file.ts';
import { secretsOfMode } from './own-endpoint.ts';
import { setUpPortal, setUpPrice, setUpProduct } from './portal-and-price.ts';
import { type Outcome, type SecretSettings, type SetupRequest, setUpEndpoint } from './webhook-endpoint.ts';

export type SetupOptions = {
  settings: Settings;
  /** File for signing secrets; without it they are printed. */
  settingsFile?: string | undefined;
  isRoll?: boolean | undefined;
  /** The former PUBLIC_URL of a moved installation. */
  movedFrom?: string | undefined;
  print(line: string): void;
};

type Terms = SetupRequest & { centsPerZip: number };

/** Stripe calls only addresses on the internet; the sandbox calls any. */
function readTerms({ settings, movedFrom, isRoll }: SetupOptions): Terms | string {
  const { PUBLIC_URL: address, STRIPE_API_URL: sandbox } = settings;
  const url = URL.parse(address ?? '');
  const isOpen = sandbox !== undefined || (url?.protocol === 'https:' && url.hostname !== 'localhost');
  if (!url || !isOpen || !/^https?:$/.test(url.protocol)) {
    return `PUBLIC_URL: expected the https address of this installation, to which Stripe sends events, got ${address ?? 'nothing'}; set it.`;
  }
  const price = z.object(priceConfig).safeParse(settings);
  if (!price.success) {
    return `PRICE_CENTS: expected cents per ZIP and month, at least 50, got '${settings.PRICE_CENTS}'; set it.`;
  }
  const former = movedFrom === undefined ? undefined : URL.parse(movedFrom)?.origin;
  if (movedFrom !== undefined && (former === undefined || former === 'null')) {
    return `--moved-from: expected the former PUBLIC_URL, such as https://old.example.com, got ${movedFrom}; correct it.`;
  }
  return { publicUrl: url.origin, movedFrom: former, isRoll, centsPerZip: price.data.PRICE_CENTS };
}

/** Puts the new secret first. Secrets of unknown endpoints stay: one setting may serve both modes. */
function secretSettings({ settings, settingsFile, print }: SetupOptions): SecretSettings {
  const current: Settings = { ...settings };
  return {
    known: signingSecrets(current),
    ofMode: mode => secretsOfMode(current, mode),
    async store(mode, secret, former) {
      const name = paymentKeyNames[mode].webhookSecret;
      const others = (current[name] ?? '').split(',').filter(other => other !== '' && other !== former);
      current[name] = [secret, ...others].join(',');
      const printed = `${mode} mode, signing secret, shown only now: ${name}=${current[name]}`;
      if (settingsFile === undefined) {
        print(printed);
        return `set ${name} to the printed secret and restart billing`;
      }
      await writeSetting(settingsFile, name, current[name]).catch(error => {
        print(printed);
        throw error;
      });
      const more = others.length > 0 ? `, beside ${others.length} that were there` : '';
      return `its signing secret is in ${settingsFile} as ${name}${more}; billing reads it at its next start`;
    },
  };
}

/** Sets up one mode; returns whether everything exists. A refused key or a missing network ends it. */
async function setUpMode(
  open: OpenMode,
  request: Terms,
  secrets: SecretSettings,
  { print }: SetupOptions,
): Promise<boolean> {
  const { client, mode } = open;
  const steps: [string, () => Promise<Outcome>][] = [
    ['webhook endpoint', () => setUpEndpoint(open, request, secrets)],
    ['customer portal', () => setUpPortal(client, request)],
    ['product', () => setUpProduct(client)],
    ['price', () => setUpPrice(client, request)],
  ];
  let isComplete = true;
  for (const [thing, step] of steps) {
    try {
      const { state, detail, endsMode: isEnd } = await step();
      print(`${mode} mode, ${thing}: ${state}${state === 'problem' ? ': ' : ' '}${detail}`);
      if (isEnd) return false;
      isComplete &&= state !== 'problem';
    } catch (error) {
      print(`${mode} mode, ${thing}: ${explainStripeError(error, open, thing)}`);
      if (endsMode(error)) return false;
      isComplete = false;
    }
  }
  return isComplete;
}

const secretKeyNames: readonly string[] = paymentModes.map(mode => paymentKeyNames[mode].secret);

/**
 * Creates or updates the objects that billing needs at Stripe, for each mode with a key. Returns whether everything
 * exists. Each step reads first, so a second run changes nothing and completes a killed one.
 */
export async function setUpStripe(options: SetupOptions): Promise<boolean> {
  const { settings, print } = options;
  const terms = readTerms(options);
  if (typeof terms === 'string') {
    print(terms);
    return false;
  }
  const keys: PaymentKeys = settings;
  const faults = paymentKeyFaults(keys).filter(
    ({ name }) => secretKeyNames.includes(name) && settings[name] !== undefined,
  );
  for (const { name, expected } of faults) print(`${name}: expected ${expected}; correct it.`);
  const modes = openModes(keys);
  if (modes.length === 0 && faults.length === 0) {
    print(`Expected a secret key of Stripe in ${secretKeyNames.join(' or ')}, got none; set one.`);
  }
  const secrets = secretSettings(options);
  let isComplete = modes.length > 0 && faults.length === 0;
  for (const open of modes) {
    isComplete = (await setUpMode(open, terms, secrets, options)) && isComplete;
  }
  return isComplete;
}

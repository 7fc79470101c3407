import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import { type AuthConfig, passwordRules } from '../config.ts';
import type { PasswordRules } from '../credentials/passwords.ts';
import { codeHasher, type SecretBox, secretBox } from '../credentials/secrets.ts';
import type { Limits } from '../flows/limits.ts';
import type { Mails } from '../mails/mails.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { SigningKeys } from '../sessions/signing-keys.ts';
import type { CodeHash } from '../tokens/store.ts';
import type { RedirectRules } from './redirect.ts';

export type WireSettings = PasswordRules & {
  /** Where the protocol is reached from outside; no slash at the end. */
  apiUrl: string;
  issuer: string;
  redirects: RedirectRules;
  autoConfirm: boolean;
  /** No reply says who has an account; refusals that would are left out. */
  hidesAccounts: boolean;
  signUpsDisabled: boolean;
  anonymousSignIns: boolean;
  manualLinking: boolean;
  secureEmailChange: boolean;
  currentPasswordRequired: boolean;
  reauthenticationRequired: boolean;
  mailEverySeconds: number;
  codeDigits: number;
  codeLifeSeconds: number;
  authCodeLifeSeconds: number;
  challengeLifeSeconds: number;
  maxFactors: number;
};

/** What the endpoints of the wire protocol work with. */
export type Wire = {
  pg: Pg;
  clock: Clock;
  sessions: Sessions;
  keys: SigningKeys;
  mails: Mails;
  box: SecretBox;
  hashCode: CodeHash;
  limits: Limits;
  settings: WireSettings;
};

function settingsOf(config: AuthConfig): WireSettings {
  const siteUrl = config.SITE_URL ?? config.PUBLIC_URL;
  return {
    apiUrl: (config.API_EXTERNAL_URL ?? `${config.PUBLIC_URL}/api/auth/v1`).replace(/\/+$/, ''),
    issuer: config.TOKEN_ISSUER,
    redirects: { siteUrl, allowList: config.REDIRECT_ALLOW_LIST },
    autoConfirm: config.AUTO_CONFIRM,
    hidesAccounts: config.HIDE_ACCOUNTS,
    signUpsDisabled: config.SIGN_UPS_DISABLED,
    anonymousSignIns: config.ANONYMOUS_SIGN_INS,
    manualLinking: config.MANUAL_LINKING,
    secureEmailChange: config.SECURE_EMAIL_CHANGE,
    currentPasswordRequired: config.CURRENT_PASSWORD_REQUIRED,
    reauthenticationRequired: config.REAUTHENTICATION_REQUIRED,
    ...passwordRules(config),
    mailEverySeconds: config.MAIL_FREQUENCY_S,
    codeDigits: config.OTP_LENGTH,
    codeLifeSeconds: config.OTP_LIFE_S,
    authCodeLifeSeconds: config.AUTH_CODE_LIFE_S,
    challengeLifeSeconds: config.CHALLENGE_LIFE_S,
    maxFactors: config.MAX_FACTORS,
  };
}

/** What the wire protocol needs, from the settings and what the service has anyway. */
export function openWire(
  config: AuthConfig,
  parts: Pick<Wire, 'pg' | 'clock' | 'sessions' | 'keys' | 'mails' | 'limits'>,
): Wire {
  return {
    ...parts,
    box: secretBox(config.SERVICE_SECRET),
    hashCode: codeHasher(config.SERVICE_SECRET),
    settings: settingsOf(config),
  };
}

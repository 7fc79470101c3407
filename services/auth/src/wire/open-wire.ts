import { type AuthConfig, passwordRules } from '../config.ts';
import { secretBox } from '../credentials/secret-box.ts';
import { codeHasher } from '../credentials/secrets.ts';
import type { Wire, WireSettings } from './wire.ts';

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

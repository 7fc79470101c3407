import { AppError, kindTable } from '@closingwire/chassis/app-error';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import { type SecretBox, secretBox } from '@closingwire/chassis/secret-box';
import type { Request, Response } from 'express';
import { type AuthConfig, passwordRules } from '../config.ts';
import type { Limits } from '../flows/limits.ts';
import type { Mails } from '../mails/mails.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { SigningKeys } from '../sessions/signing-keys.ts';
import type { CodeHash } from '../tokens/store.ts';

export type RedirectRules = { siteUrl: string; allowList: readonly string[] };

export type WireSettings = ReturnType<typeof settingsOf>;

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

function settingsOf(config: AuthConfig) {
  const siteUrl = config.SITE_URL ?? config.PUBLIC_URL;
  return {
    /** The protocol's public URL, without a slash at the end. */
    apiUrl: (config.API_EXTERNAL_URL ?? `${config.PUBLIC_URL}/api/auth/v1`).replace(/\/+$/, ''),
    /** The page of mailed links; undefined where auth runs alone. */
    linkPage:
      config.NOTIFICATIONS_URL === undefined ? undefined : new URL('/confirm', config.PUBLIC_URL).href,
    issuer: config.TOKEN_ISSUER,
    redirects: { siteUrl, allowList: config.REDIRECT_ALLOW_LIST },
    autoConfirm: config.AUTO_CONFIRM,
    /** True if no reply may show whether an address has an account. */
    hidesAccounts: config.HIDE_ACCOUNTS,
    signUpsDisabled: config.SIGN_UPS_DISABLED,
    anonymousSignIns: config.ANONYMOUS_SIGN_INS,
    currentPasswordRequired: config.CURRENT_PASSWORD_REQUIRED,
    reauthenticationRequired: config.REAUTHENTICATION_REQUIRED,
    ...passwordRules(config),
    mailEverySeconds: config.MAIL_FREQUENCY_S,
    codeDigits: config.OTP_LENGTH,
    codeLifeSeconds: config.OTP_LIFE_S,
  };
}

export function openWire(
  config: AuthConfig,
  parts: Pick<Wire, 'pg' | 'clock' | 'sessions' | 'keys' | 'mails' | 'limits' | 'hashCode'>,
): Wire {
  return {
    ...parts,
    box: secretBox(config.SERVICE_SECRET),
    settings: settingsOf(config),
  };
}

type Method = 'get' | 'post' | 'put' | 'patch' | 'delete';

export type Handler = (wire: Wire, req: Request, res: Response) => Promise<void> | void;
export type Endpoint = readonly [method: Method, path: string, handle: Handler];

/** Handles one grant type of the token endpoint: returns the reply body, or throws a refusal. */
export type Grant = (wire: Wire, req: Request) => Promise<object>;

/** A refusal with a code and status of the wire protocol. */
export class WireError extends Error {
  readonly status: number;
  readonly code: string;
  /** Further members of the body, such as `weak_password`. */
  readonly extra: Record<string, unknown>;
  constructor(status: number, code: string, message: string, extra: Record<string, unknown> = {}) {
    super(message);
    this.status = status;
    this.code = code;
    this.extra = extra;
  }
}

export const invalid = (message: string) => new WireError(400, 'validation_failed', message);

const unexpected = () =>
  new WireError(
    500,
    'unexpected_failure',
    'Unexpected failure, please check server logs for more information',
  );

const codes: Record<string, string> = {
  too_many_requests: 'over_request_rate_limit',
  database_timeout: 'request_timeout',
};

function fromApp(error: AppError): WireError {
  const { status } = kindTable[error.kind];
  if (status === 500) return unexpected();
  const isLimit = error.code === 'too_many_requests';
  const message = isLimit ? 'Request rate limit reached' : error.message;
  return new WireError(status, codes[error.code] ?? error.code, message);
}

const isFromParser = (error: unknown): error is Error & { type: string; status: number } =>
  error instanceof Error && 'type' in error && 'status' in error;

export function toWireError(error: unknown): WireError {
  if (error instanceof WireError) return error;
  if (error instanceof AppError) return fromApp(error);
  if (!isFromParser(error)) return unexpected();
  if (error.type === 'entity.too.large') {
    return new WireError(413, 'request_entity_too_large', 'Request body too large (max 1048576 bytes)');
  }
  return new WireError(400, 'bad_json', 'Could not parse request body as JSON');
}

import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import type { PasswordRules } from '../credentials/password-strength.ts';
import type { SecretBox } from '../credentials/secret-box.ts';
import type { Limits } from '../limits.ts';
import type { Mails } from '../mails/mails.ts';
import type { Sessions } from '../sessions/sessions.ts';
import type { SigningKeys } from '../sessions/signing-keys.ts';
import type { CodeHash } from '../tokens/store.ts';
import type { RedirectRules } from './redirect-target.ts';

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

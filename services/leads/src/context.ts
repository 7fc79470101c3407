import type { Bus } from '@closingwire/chassis/bus';
import { implementer, uncheckedImplementer } from '@closingwire/chassis/http';
import type { Log } from '@closingwire/chassis/log';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import type { SecretBox } from '@closingwire/chassis/secret-box';
import type { Reads } from '@closingwire/chassis/standby';
import { leadsApi } from '@closingwire/contracts/leads';
import type { providersOf } from './contacts/providers.ts';
import type { PartnerKeys } from './partners/keys.ts';

export type RouteDeps = {
  pg: Pg;
  /** Reads of subscribers, from the database or its standby. */
  reads: Reads;
  /** The same for exports, which have their own connections. */
  exportReads: Reads;
  /** Connections for COPY. */
  copies: Pg;
  bus: Bus;
  clock: Clock;
  partnerKeys: PartnerKeys;
  trialDays: number;
  /** Exports a minute of one account. */
  exportsPerAccount: number;
  /** Opt-out links mailed per hour, in total and for one network. */
  optOutMails: { perHour: number; perNetwork: number };
  /** Opens secrets of feeds, and whether feeds may be in private networks. */
  feeds: { box: SecretBox; allowPrivate: boolean };
  /** The configured providers of evidence about contacts. */
  providers: ReturnType<typeof providersOf>;
  log: Log;
};

export const impl = implementer(leadsApi);

/** For handlers that return JSON written by the database. */
export const implUnchecked = uncheckedImplementer(leadsApi);

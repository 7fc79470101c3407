import type { Bus } from '@closingwire/chassis/bus';
import { implementer, uncheckedImplementer } from '@closingwire/chassis/http';
import type { Log } from '@closingwire/chassis/log';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import type { Reads } from '@closingwire/chassis/standby';
import { leadsApi } from '@closingwire/contracts/leads';
import type { PartnerKeys } from './partners/keys.ts';

/** What the routes work with. */
export type RouteDeps = {
  pg: Pg;
  /** Where what subscribers see is read. */
  reads: Reads;
  /** The same for files, over connections of their own. */
  exportReads: Reads;
  bus: Bus;
  clock: Clock;
  partnerKeys: PartnerKeys;
  trialDays: number;
  /** Links of opt-outs in an hour: to all, and for one network. */
  optOutMails: { perHour: number; perNetwork: number };
  log: Log;
};

export const impl = implementer(leadsApi);

/** For handlers whose closings the database writes as JSON. */
export const implUnchecked = uncheckedImplementer(leadsApi);

import { createHmac } from 'node:crypto';
import type { EventEmitter } from 'node:events';
import type { callInternal } from '@closingwire/chassis/http-client';
import type { Log } from '@closingwire/chassis/log';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import type { catalogApi } from '@closingwire/contracts/catalog';
import type { Terms } from './accounts/rules.ts';
import type { StripeAccess } from './stripe/access.ts';

export type Catalog = ReturnType<typeof callInternal<typeof catalogApi>>;

/** The dependencies of the service's operations. */
export type Billing = {
  pg: Pg;
  clock: Clock;
  log: Log;
  catalog: Catalog;
  stripe: StripeAccess;
  /** Emits an account's id when a pass of this process made progress. */
  passNews: EventEmitter;
  hashAddress: HashAddress;
  terms: Terms;
  /** The product's address, for links back from the provider's pages. */
  publicUrl: string;
};

/** Lower than all other ids: pages by id begin here. */
export const firstId = '00000000-0000-0000-0000-000000000000';

/** Hash of a deleted user's email address: it recognizes the address and does not reveal it. */
type HashAddress = (email: string) => Buffer;

export const addressHash =
  (secret: string): HashAddress =>
  email =>
    createHmac('sha256', secret).update(`former address ${email.trim().toLowerCase()}`).digest();

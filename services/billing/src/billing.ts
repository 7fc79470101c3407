import type { callInternal } from '@closingwire/chassis/http-client';
import type { Log } from '@closingwire/chassis/log';
import type { Clock } from '@closingwire/chassis/part';
import type { Pg } from '@closingwire/chassis/pg';
import type { catalogApi } from '@closingwire/contracts/catalog';
import type { Terms } from './domain/account.ts';
import type { HashAddress } from './domain/address-hash.ts';
import type { StripeAccess } from './payments/stripe-access.ts';

export type Catalog = ReturnType<typeof callInternal<typeof catalogApi>>;

/** What the service's operations work with. */
export type Billing = {
  pg: Pg;
  clock: Clock;
  log: Log;
  catalog: Catalog;
  stripe: StripeAccess;
  hashAddress: HashAddress;
  terms: Terms;
  /** Where the product lives, for the ways back from the provider's pages. */
  publicUrl: string;
};

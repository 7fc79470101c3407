import { api } from '../lib/api.ts';

/** Trial and payment standing of the own account. */
export const standingQuery = api.billing.standing.queryOptions();

/** The ZIPs that the user receives. */
export const subscriptionsQuery = api.billing.listSubscriptions.queryOptions();

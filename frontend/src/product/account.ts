import { api } from './api.ts';

/** Trial and payment state of the user's account. */
export const standingQuery = api.billing.standing.queryOptions();

export const subscriptionsQuery = api.billing.listSubscriptions.queryOptions();

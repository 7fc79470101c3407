import { api } from './api.ts';

export const standingQuery = api.billing.standing.queryOptions();

export const subscriptionsQuery = api.billing.listSubscriptions.queryOptions();

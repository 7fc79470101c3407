import { api } from '../../../product/api.ts';

const HALF_A_MINUTE_MS = 30_000;

/** Fresher than other queries: the claim of a new ZIP is confirmed seconds after its order. */
export const ownClaimsQuery = {
  ...api.catalog.listOwnClaims.queryOptions(),
  staleTime: HALF_A_MINUTE_MS,
};

import { requestAudited } from './audit.ts';
import {
  authApi,
  sessionRevoked,
  userDeleted,
  userRegistered,
  userReinstated,
  userSuspended,
  userUpdated,
} from './auth.ts';
import {
  billingApi,
  paymentFailed,
  paymentGivenUp,
  paymentRecovered,
  standingChanged,
  subscriptionCancelled,
  subscriptionCreated,
  trialExpired,
  trialExpiring,
  trialHoldEnded,
  trialHoldEnding,
  trialStarted,
} from './billing.ts';
import { catalogApi, zipAssigned, zipChanged, zipRefreshRequested, zipReleased } from './catalog.ts';
import { contactMessageReceived, contentApi, settingChanged } from './content.ts';
import {
  leadFlagged,
  leadListReady,
  leadReceived,
  leadsApi,
  optOutDecided,
  optOutReviewNeeded,
} from './leads.ts';
import { noticesDeclined, notificationsApi } from './notifications.ts';
import { plainRoutes } from './plain-routes.ts';

/** Every contract route, by the service that serves it. */
export const api = {
  auth: authApi,
  catalog: catalogApi,
  billing: billingApi,
  leads: leadsApi,
  notifications: notificationsApi,
  content: contentApi,
};

/** Every event of the product. */
export const allEvents = [
  userRegistered,
  userUpdated,
  userSuspended,
  userReinstated,
  userDeleted,
  sessionRevoked,
  trialStarted,
  trialExpiring,
  trialExpired,
  trialHoldEnding,
  trialHoldEnded,
  standingChanged,
  paymentFailed,
  paymentRecovered,
  paymentGivenUp,
  subscriptionCreated,
  subscriptionCancelled,
  zipAssigned,
  zipReleased,
  zipChanged,
  zipRefreshRequested,
  leadReceived,
  leadListReady,
  leadFlagged,
  optOutReviewNeeded,
  optOutDecided,
  contactMessageReceived,
  settingChanged,
  noticesDeclined,
  requestAudited,
] as const;

type Named = { name: string; method: string; path: string };

const declared: Named[] = Object.entries(api).flatMap(([service, routes]) =>
  Object.entries(routes).map(
    ([
      name,
      {
        '~orpc': { route },
      },
    ]) => ({
      name: `${service}.${name}`,
      method: route.method ?? 'POST',
      path: route.path ?? '',
    }),
  ),
);

const plain: Named[] = Object.entries(plainRoutes).map(([name, { service, method, path }]) => ({
  name: `${service}.${name}`,
  method: path.endsWith('/*') ? '*' : method,
  path,
}));

// Where two share a path they are one call in two formats, and go by the contract's name.
const all = [...plain, ...declared];
const names = new Map(all.map(({ method, path, name }) => [`${method} ${path}`, name]));

/** What the contracts call a route: `auth.setUserStatus`. `method` is `*` for a whole subtree. */
export const routeName = (method: string, path: string): string =>
  names.get(`${method} ${path}`) ?? 'unknown';

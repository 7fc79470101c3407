import { watchedAgentClosed } from './agent-page.ts';
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
  trialGraceEnded,
  trialGraceEnding,
  trialStarted,
} from './billing.ts';
import { catalogApi, zipAssigned, zipChanged, zipReleased } from './catalog.ts';
import { contactMessageReceived, contentApi, settingChanged } from './content.ts';
import { zipCreditDecided } from './credits.ts';
import { digestReady } from './digest.ts';
import {
  leadCreditRequested,
  leadFlagged,
  leadListReady,
  leadReceived,
  leadsApi,
  optOutDecided,
  optOutReviewNeeded,
  zipRefreshRequested,
} from './leads.ts';
import { noticesDeclined, notificationsApi } from './notifications.ts';
import { type PlainRoute, plainRoutes } from './plain-routes.ts';
import type { RouteMeta } from './route.ts';
import { zipOffered } from './zip-waits.ts';

/** All contract routes, by service. */
export const api = {
  auth: authApi,
  catalog: catalogApi,
  billing: billingApi,
  leads: leadsApi,
  notifications: notificationsApi,
  content: contentApi,
};

/** All events of the product. */
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
  trialGraceEnding,
  trialGraceEnded,
  standingChanged,
  paymentFailed,
  paymentRecovered,
  paymentGivenUp,
  subscriptionCreated,
  subscriptionCancelled,
  zipAssigned,
  zipReleased,
  zipChanged,
  zipOffered,
  zipRefreshRequested,
  leadReceived,
  leadListReady,
  digestReady,
  leadFlagged,
  leadCreditRequested,
  watchedAgentClosed,
  zipCreditDecided,
  optOutReviewNeeded,
  optOutDecided,
  contactMessageReceived,
  settingChanged,
  noticesDeclined,
  requestAudited,
] as const;

type Api = typeof api;
type PlainRoutes = typeof plainRoutes;

/** A route's name in the contracts, such as `billing.subscribe`. */
export type RouteName =
  | { [Service in keyof Api]: `${Service}.${Extract<keyof Api[Service], string>}` }[keyof Api]
  | { [Name in keyof PlainRoutes]: `${PlainRoutes[Name]['service']}.${Name}` }[keyof PlainRoutes];

export type DeclaredRoute = RouteMeta & { name: RouteName; method: string; path: string };

/** All contract routes with their declarations: schemas, failures, summary. */
export const contractRoutes = Object.entries(api).flatMap(([service, routes]) =>
  Object.entries(routes).map(([name, { '~orpc': declaration }]) => ({
    ...declaration.meta,
    name: `${service}.${name}` as RouteName,
    method: declaration.route.method ?? 'POST',
    path: declaration.route.path ?? '',
    declaration,
  })),
);

/**
 * All routes. Plain Express routes come first: one with the path of a contract route is the same call in another
 * format.
 */
export const declaredRoutes: readonly DeclaredRoute[] = [
  ...Object.entries<PlainRoute>(plainRoutes).map(
    ([name, { service, access, limit, maxBodyBytes, isStreamed, method, path }]) => ({
      name: `${service}.${name}` as RouteName,
      service,
      access,
      ...(limit && { limit }),
      ...(maxBodyBytes && { maxBodyBytes }),
      ...(isStreamed && { isStreamed }),
      method,
      path,
    }),
  ),
  ...contractRoutes.map(({ declaration: _, ...route }) => route),
];

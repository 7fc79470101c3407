import { callInternal } from '@closingwire/chassis/http-client';
import type { Identity } from '@closingwire/chassis/identity';
import { billingApi } from '@closingwire/contracts/billing';
import { catalogApi } from '@closingwire/contracts/catalog';
import { contentApi } from '@closingwire/contracts/content';
import { leadsApi } from '@closingwire/contracts/leads';
import { notificationsApi } from '@closingwire/contracts/notifications';
import type { ExportedFacts } from '@closingwire/contracts/person-facts';
import type { AuthConfig } from '../config.ts';

/** Whom a service is asked about; some know them by the address alone. */
export type Person = { userId: string; email: string };

/** What each other service keeps about a person, asked by the name of the service. */
export type NeighbourFacts = Record<
  'billing' | 'catalog' | 'leads' | 'notifications' | 'content',
  (person: Person) => Promise<ExportedFacts>
>;

/** Asked here also where mails go out without it, so that no export leaves its facts out. */
const LOCAL_NOTIFICATIONS_URL = 'http://127.0.0.1:8106';

export function neighbourFacts(config: AuthConfig, identity: Identity): NeighbourFacts {
  const at = (name: string, url: string) => ({ url, token: () => identity.serviceToken(name) });
  const billing = callInternal(billingApi, at('billing', config.BILLING_URL));
  const catalog = callInternal(catalogApi, at('catalog', config.CATALOG_URL));
  const leads = callInternal(leadsApi, at('leads', config.LEADS_URL));
  const content = callInternal(contentApi, at('content', config.CONTENT_URL));
  const notificationsAt = at('notifications', config.NOTIFICATIONS_URL ?? LOCAL_NOTIFICATIONS_URL);
  const notifications = callInternal(notificationsApi, notificationsAt);
  return {
    billing: person => billing.exportPerson(person),
    catalog: person => catalog.exportPerson(person),
    leads: person => leads.exportPerson(person),
    notifications: person => notifications.exportPerson(person),
    content: person => content.exportPerson(person),
  };
}

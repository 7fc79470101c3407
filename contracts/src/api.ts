import { authApi } from './auth-api.ts';
import { billingApi } from './billing-api.ts';
import { catalogApi } from './catalog-api.ts';
import { contentApi } from './content-api.ts';
import { leadsApi } from './leads-api.ts';
import { notificationsApi } from './notifications-api.ts';

/** Every contract route, by the service that answers it. */
export const api = {
  auth: authApi,
  catalog: catalogApi,
  billing: billingApi,
  leads: leadsApi,
  notifications: notificationsApi,
  content: contentApi,
};

import { accountSettings } from './account-settings.ts';
import { apiAndIntegrations } from './api-and-integrations.ts';
import { billing } from './billing.ts';
import { gettingStarted } from './getting-started.ts';
import { leadData } from './lead-data.ts';
import type { SeedArticle } from './seed-article.ts';
import { technicalSupport } from './technical-support.ts';
import { zipManagement } from './zip-management.ts';

/**
 * In the order of the help page; the contact page shows the first five. They are seeded once (`prepare.ts`). A changed
 * answer reaches the sites whose admins did not edit it; a new article reaches only new sites.
 */
export const helpArticles: readonly SeedArticle[] = [
  ...gettingStarted,
  ...billing,
  ...zipManagement,
  ...leadData,
  ...accountSettings,
  ...technicalSupport,
  ...apiAndIntegrations,
];

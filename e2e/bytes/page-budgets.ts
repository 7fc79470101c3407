import { publicPaths } from '@closingwire/contracts/pages';

/** The JavaScript that a page may load until it is idle: gzipped, 1 KB = 1000 bytes. */
export type PageBudget = {
  who: 'visitor' | 'subscriber' | 'admin';
  path: string;
  limitKb: number;
};

const LANDING_KB = 5;
const PUBLIC_KB = 150;
const SUBSCRIBER_KB = 180;
const ADMIN_KB = 220;

const budgets =
  (who: PageBudget['who'], limitKb: number) =>
  (path: string): PageBudget => ({ who, path, limitKb });

export const pageBudgets: readonly PageBudget[] = [
  // The landing page loads its application at the first input.
  ...publicPaths.map(path => budgets('visitor', path === '/' ? LANDING_KB : PUBLIC_KB)(path)),
  ...['/dashboard', '/zips', '/subscriptions', '/settings'].map(budgets('subscriber', SUBSCRIBER_KB)),
  ...[
    '/admin',
    '/admin?tab=users',
    '/admin?tab=lead-flags',
    '/admin?tab=help-articles',
    '/admin?tab=trial-notifications',
    '/admin?tab=statistics',
    '/admin?tab=settings',
    '/admin/operations',
    '/admin/operations?tab=audit',
    '/admin/operations?tab=opt-outs',
    '/admin/operations?tab=leads-in',
    '/admin/operations?tab=sources',
    '/admin/operations?tab=agents',
    '/admin/operations?tab=contacts',
    '/admin/operations?tab=business',
  ].map(budgets('admin', ADMIN_KB)),
];

import type { PagePath } from '@closingwire/contracts/pages';
import type { LoadPage } from './page-slot.tsx';

/** The code of each page; a path without code does not compile. */
export const pageLoaders: Record<PagePath, LoadPage> = {
  '/': () => import('../features/landing/landing-page.tsx'),
  '/register': () => import('../features/auth/register-page.tsx'),
  '/auth': () => import('../features/auth/sign-in-page.tsx'),
  '/help': () => import('../features/help/help-page.tsx'),
  '/contact': () => import('../features/contact/contact-page.tsx'),
  '/privacy-policy': () => import('../features/legal/privacy-page.tsx'),
  '/terms': () => import('../features/legal/terms-page.tsx'),
  '/opt-out': () => import('../features/opt-out/opt-out-page.tsx'),
  '/forgot-password': () => import('../features/auth/forgot-password-page.tsx'),
  '/reset-password': () => import('../features/auth/reset-password-page.tsx'),
  '/confirm': () => import('../features/mailed-link/mailed-link-page.tsx'),
  '/opt-out/confirm': () => import('../features/opt-out/confirm-page.tsx'),
  '/unsubscribe': () => import('../features/unsubscribe/unsubscribe-page.tsx'),
  '/zips': () => import('../features/catalog/catalog-page.tsx'),
  '/catalog': () => import('../features/catalog/catalog-page.tsx'),
  '/dashboard': () => import('../features/closings/dashboard-page.tsx'),
  '/agents/:zipCode': () => import('../features/closings/agents-page.tsx'),
  '/agent/:agentId': () => import('../features/closings/agent-page.tsx'),
  '/subscriptions': () => import('../features/closings/subscriptions-page.tsx'),
  '/settings': () => import('../features/settings/settings-page.tsx'),
  '/subscribe': () => import('../features/payment/payment-page.tsx'),
  '/admin': () => import('../features/admin/admin-page.tsx'),
  '/admin/operations': () => import('../features/admin/operations-page.tsx'),
  '/admin/users/:userId': () => import('../features/admin/customer/customer-page.tsx'),
};

import type { LoadPage } from './page-slot.tsx';
import type { PublicPath } from './public-paths.ts';

/** The code of each prerendered page. */
export const publicPages: Record<PublicPath, LoadPage> = {
  '/': () => import('../features/landing/landing-page.tsx'),
  '/register': () => import('../features/auth/register-page.tsx'),
  '/auth': () => import('../features/auth/sign-in-page.tsx'),
  '/help': () => import('../features/help/help-page.tsx'),
  '/contact': () => import('../features/contact/contact-page.tsx'),
  '/privacy-policy': () => import('../features/legal/privacy-page.tsx'),
};

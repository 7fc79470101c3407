import { Suspense } from 'react';
import { Navigate, type RouteObject, useLocation, useRoutes } from 'react-router-dom';
import { useSession } from '../lib/session.ts';
import { FullPageSpinner } from '../ui/spinner.tsx';
import { AdminOnly } from './admin-only.tsx';
import { HomeRedirect } from './home-redirect.tsx';
import { page } from './page-slot.tsx';
import { publicPages } from './public-pages.ts';
import { isPublicPath } from './public-paths.ts';
import { SignInRequired } from './sign-in-required.tsx';

const notFound = page(() => import('./not-found-page.tsx'));
const signIn = page(publicPages['/auth']);
const zips = page(() => import('../features/catalog/catalog-page.tsx'));

const commonRoutes: RouteObject[] = [
  { path: '/privacy-policy', element: page(publicPages['/privacy-policy']) },
  { path: '/contact', element: page(publicPages['/contact']) },
  { path: '/help', element: page(publicPages['/help']) },
  { path: '/forgot-password', element: page(() => import('../features/auth/forgot-password-page.tsx')) },
  { path: '/reset-password', element: page(() => import('../features/auth/reset-password-page.tsx')) },
];

const signedInRoutes: RouteObject[] = [
  ...commonRoutes,
  { path: '/', element: <HomeRedirect /> },
  { path: '/auth', element: <HomeRedirect /> },
  { path: '/register', element: <Navigate to="/zips" replace /> },
  { path: '/catalog', element: <Navigate to="/zips" replace /> },
  { path: '/zips', element: zips },
  { path: '/dashboard', element: page(() => import('../features/closings/dashboard-page.tsx')) },
  {
    path: '/admin',
    element: (
      <AdminOnly otherwise={notFound}>{page(() => import('../features/admin/admin-page.tsx'))}</AdminOnly>
    ),
  },
  { path: '/agents/:zipCode', element: page(() => import('../features/closings/agents-page.tsx')) },
  {
    path: '/subscriptions',
    element: page(() => import('../features/closings/subscriptions-page.tsx')),
  },
  { path: '/settings', element: page(() => import('../features/settings/settings-page.tsx')) },
  { path: '/subscribe', element: page(() => import('../features/payment/payment-page.tsx')) },
  { path: '*', element: notFound },
];

const visitorRoutes: RouteObject[] = [
  ...commonRoutes,
  { path: '/', element: page(publicPages['/']) },
  { path: '/auth', element: signIn },
  { path: '/register', element: page(publicPages['/register']) },
  { path: '/subscriptions', element: <SignInRequired stays /> },
  ...['/zips', '/catalog', '/dashboard', '/admin', '/agents/:zipCode', '/settings', '/subscribe'].map(
    (path): RouteObject => ({ path, element: <SignInRequired /> }),
  ),
  { path: '*', element: signIn },
];

/** One of two route tables. A public page needs no session, so it shows before the session is known. */
export function AppRoutes() {
  const session = useSession();
  const { pathname } = useLocation();
  const routes = useRoutes(session.user ? signedInRoutes : visitorRoutes);
  if (session.state === 'loading' && !isPublicPath(pathname)) return <FullPageSpinner />;
  return <Suspense fallback={<FullPageSpinner />}>{routes}</Suspense>;
}

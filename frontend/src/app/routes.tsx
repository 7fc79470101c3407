import { type MemberPath, memberPaths, publicPaths } from '@closingwire/contracts/pages';
import { type ReactElement, Suspense } from 'react';
import { Navigate, type RouteObject, useLocation, useRoutes } from 'react-router-dom';
import { useSession } from '../lib/session.ts';
import { FullPageSpinner } from '../ui/spinner.tsx';
import { AdminOnly } from './admin-only.tsx';
import { HomeRedirect } from './home-redirect.tsx';
import { page } from './page-slot.tsx';
import { publicPages } from './public-pages.ts';
import { SignInRequired } from './sign-in-required.tsx';
import { ZipCodeOnly } from './zip-code-only.tsx';

const notFound = page(() => import('./not-found-page.tsx'));

/** A route for each path. */
const routesOf = <Path extends string>(
  paths: readonly Path[],
  elementOf: (path: Path) => ReactElement,
): RouteObject[] => paths.map(path => ({ path, element: elementOf(path) }));

const publicRoutes = routesOf(publicPaths, path => page(publicPages[path]));

const memberPages: Record<MemberPath, ReactElement> = {
  '/zips': page(() => import('../features/catalog/catalog-page.tsx')),
  '/catalog': <Navigate to="/zips" replace />,
  '/dashboard': page(() => import('../features/closings/dashboard-page.tsx')),
  '/admin': (
    <AdminOnly otherwise={notFound}>{page(() => import('../features/admin/admin-page.tsx'))}</AdminOnly>
  ),
  '/agents/:zipCode': (
    <ZipCodeOnly otherwise={notFound}>
      {page(() => import('../features/closings/agents-page.tsx'))}
    </ZipCodeOnly>
  ),
  '/subscriptions': page(() => import('../features/closings/subscriptions-page.tsx')),
  '/settings': page(() => import('../features/settings/settings-page.tsx')),
  '/subscribe': page(() => import('../features/payment/payment-page.tsx')),
};

/** Of two routes to the same path the first counts. */
const signedInRoutes: RouteObject[] = [
  { path: '/', element: <HomeRedirect /> },
  { path: '/auth', element: <HomeRedirect /> },
  { path: '/register', element: <Navigate to="/zips" replace /> },
  ...publicRoutes,
  ...routesOf(memberPaths, path => memberPages[path]),
  { path: '*', element: notFound },
];

const visitorRoutes: RouteObject[] = [
  ...publicRoutes,
  ...routesOf(memberPaths, path => <SignInRequired stays={path === '/subscriptions'} />),
  { path: '*', element: page(publicPages['/auth']) },
];

const isPublic = (pathname: string) => publicPaths.some(path => path === pathname);

/** One of two route tables. A public page needs no session, so it shows before the session is known. */
export function AppRoutes() {
  const session = useSession();
  const { pathname } = useLocation();
  const routes = useRoutes(session.user ? signedInRoutes : visitorRoutes);
  if (session.state === 'loading' && !isPublic(pathname)) return <FullPageSpinner />;
  return <Suspense fallback={<FullPageSpinner />}>{routes}</Suspense>;
}

import { memberPaths, type PagePath, pages, publicPaths } from '@closingwire/contracts/pages';
import { type ReactElement, Suspense } from 'react';
import { Navigate, type RouteObject, useLocation, useRoutes } from 'react-router-dom';
import { useSession } from '../lib/session.ts';
import { FullPageSpinner } from '../ui/spinner.tsx';
import { AdminOnly } from './admin-only.tsx';
import { HomeRedirect } from './home-redirect.tsx';
import { page } from './page-slot.tsx';
import { pageLoaders } from './pages.ts';
import { SignInRequired } from './sign-in-required.tsx';
import { ZipCodeOnly } from './zip-code-only.tsx';

const notFound = page(() => import('./not-found-page.tsx'));

/** The page at a path; for those who may not see it, or where its address names nothing, there is none. */
function elementAt(path: PagePath): ReactElement {
  const element = page(pageLoaders[path]);
  if (pages[path].audience === 'admin') return <AdminOnly otherwise={notFound}>{element}</AdminOnly>;
  if (path.includes(':zipCode')) return <ZipCodeOnly otherwise={notFound}>{element}</ZipCodeOnly>;
  return element;
}

/** A route for each path. */
const routesOf = (paths: readonly PagePath[], elementOf: (path: PagePath) => ReactElement): RouteObject[] =>
  paths.map(path => ({ path, element: elementOf(path) }));

const publicRoutes = routesOf(publicPaths, elementAt);

/** Of two routes to the same path the first counts. */
const signedInRoutes: RouteObject[] = [
  { path: '/', element: <HomeRedirect /> },
  { path: '/auth', element: <HomeRedirect /> },
  { path: '/register', element: <Navigate to="/zips" replace /> },
  { path: '/catalog', element: <Navigate to="/zips" replace /> },
  ...publicRoutes,
  ...routesOf(memberPaths, elementAt),
  { path: '*', element: notFound },
];

const visitorRoutes: RouteObject[] = [
  ...publicRoutes,
  ...routesOf(memberPaths, path => <SignInRequired stays={path === '/subscriptions'} />),
  { path: '*', element: page(pageLoaders['/auth']) },
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

import { memberPaths, type PagePath, pagePattern, pages, publicPaths } from '@closingwire/contracts/pages';
import { useQuery } from '@tanstack/react-query';
import { type ReactElement, type ReactNode, Suspense } from 'react';
import { Navigate, type RouteObject, useLocation, useRoutes, useSearchParams } from 'react-router-dom';
import { localPath } from '../lib/local-path.ts';
import { subscriptionsQuery } from '../product/account.ts';
import { useSession } from '../product/session.ts';
import { FullPageSpinner } from '../ui/spinner.tsx';
import { page } from './page-slot.tsx';
import { pageLoaders } from './pages.ts';
import { SignInRequired } from './sign-in-required.tsx';

const notFound = page(() => import('./not-found-page.tsx'));

/** Returns the page of a path, or 'not found' for users without access and for invalid parameters. */
function elementAt(path: PagePath): ReactElement {
  const loaded = page(pageLoaders[path]);
  const element = path.includes(':') ? (
    <WhereItMatches pattern={pagePattern(path)} otherwise={notFound}>
      {loaded}
    </WhereItMatches>
  ) : (
    loaded
  );
  if (pages[path].audience === 'admin') return <AdminOnly otherwise={notFound}>{element}</AdminOnly>;
  return element;
}

const routesOf = (paths: readonly PagePath[], elementOf: (path: PagePath) => ReactElement): RouteObject[] =>
  paths.map(path => ({ path, element: elementOf(path) }));

const publicRoutes = routesOf(publicPaths, elementAt);

/** The first of two routes with the same path counts. */
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

/** Selects one of two route tables. Public pages render before the session is known. */
export function AppRoutes() {
  const session = useSession();
  const { pathname } = useLocation();
  const routes = useRoutes(session.user ? signedInRoutes : visitorRoutes);
  if (session.state === 'loading' && !isPublic(pathname)) return <FullPageSpinner />;
  return <Suspense fallback={<FullPageSpinner />}>{routes}</Suspense>;
}

/** Redirects a signed-in user to the requested page, else to their lists, else to the catalog. */
function HomeRedirect() {
  const [search] = useSearchParams();
  const { data, isPending } = useQuery(subscriptionsQuery);
  const next = localPath(search.get('next'));
  if (next) return <Navigate to={next} replace />;
  if (isPending) return <FullPageSpinner />;
  return <Navigate to={data?.length ? '/dashboard' : '/zips'} replace />;
}

function AdminOnly({ children, otherwise }: { children: ReactNode; otherwise: ReactNode }) {
  return useSession().user?.isAdmin ? children : otherwise;
}

type WhereItMatchesProps = { pattern: RegExp; children: ReactNode; otherwise: ReactNode };

/** Renders the page if the URL matches its pattern, which the gateway uses as well: `/agents/abc` is not a page. */
function WhereItMatches({ pattern, children, otherwise }: WhereItMatchesProps) {
  return pattern.test(useLocation().pathname) ? children : otherwise;
}

import { LockKeyhole } from 'lucide-react';
import { useEffect } from 'react';
import { useLocation } from 'react-router-dom';
import { leaveForSignIn, pathOf } from '../product/sign-in-redirect.ts';
import { ButtonLink } from '../ui/button.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHead } from '../ui/page-head.tsx';

/** Replaces a member's page for visitors: shows a toast and redirects to the sign-in page; with `stays`, only a link. */
export function SignInRequired({ stays = false }: { stays?: boolean }) {
  const location = useLocation();
  const { pathname } = location;
  useEffect(() => {
    // Does not redirect after a sign-out: the URL has already changed while this page is still mounted.
    const isHere = window.location.pathname === pathname;
    if (!stays && isHere) leaveForSignIn();
  }, [pathname, stays]);
  return (
    <>
      <PageHead
        title="Sign in | ClosingWire"
        description="Sign in to see your ZIP codes and closings."
        keywords="sign in, ClosingWire"
        path={pathname}
      />
      <EmptyState
        level="h1"
        icon={LockKeyhole}
        title="Please sign in"
        className="py-24"
        actions={
          <ButtonLink tone="accent" to={`/auth?next=${encodeURIComponent(pathOf(location))}`}>
            Sign In
          </ButtonLink>
        }
      >
        This page belongs to an account. Sign in and you will come straight back.
      </EmptyState>
    </>
  );
}

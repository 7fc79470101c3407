import { memberPaths, pagePattern } from '@closingwire/contracts/pages';
import type { User } from '@closingwire/contracts/screen-api';
import { termsVersion } from '@closingwire/contracts/terms';
import { useQueryClient } from '@tanstack/react-query';
import {
  lazy,
  type ReactNode,
  Suspense,
  useEffect,
  useLayoutEffect,
  useRef,
  useSyncExternalStore,
} from 'react';
import { useLocation, useNavigate, useNavigationType } from 'react-router-dom';
import { notify, showStoredNotice } from '../lib/notify.ts';
import { onFirst } from '../lib/on-first.ts';
import { isReachable, onReachability, reportNoReply } from '../lib/reachability.ts';
import { followDroppedDrafts } from '../product/drafts.ts';
import { usePaymentStep } from '../product/payment-gate.ts';
import { sessionQuery, useAuthEvents, useEmptyCacheAfterSignOut, useSession } from '../product/session.ts';
import { NoticeBox } from '../ui/notice-box.tsx';
import { ToasterOnDemand } from '../ui/toaster-on-demand.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';

const TermsNotice = lazy(() => import('../features/terms/terms-notice.tsx'));
const TrialExpiredDialog = lazy(() => import('../features/trial/trial-expired-dialog.tsx'));
const PaymentMethodDialog = lazy(() => import('../features/payment/payment-method-dialog.tsx'));

export function Shell({ children }: { children: ReactNode }) {
  const session = useSession();
  const step = usePaymentStep();
  const main = usePageChange();
  const navigate = useNavigate();
  useAuthEvents(session, () => void navigate('/'));
  useEffect(followDroppedDrafts, []);
  useEmptyCacheAfterSignOut(session);
  useEffect(showStoredNotice, []);
  return (
    <div className="flex min-h-dvh flex-col">
      <a
        href="#main"
        className="sr-only rounded-lg bg-accent px-4 py-2 font-semibold text-on-accent focus:not-sr-only focus:fixed focus:left-4 focus:top-3 focus:z-50"
      >
        Skip to content
      </a>
      <Header session={session} />
      <UnreachableNotice />
      <main ref={main} id="main" tabIndex={-1} className="flex-1">
        {children}
      </main>
      <AcceptTerms user={session.user} />
      <Footer isSignedIn={session.state === 'signed-in'} />
      <ToasterOnDemand />
      {step && session.user && (
        <Suspense fallback={null}>
          {step.kind === 'setup' ? <PaymentMethodDialog /> : <TrialExpiredDialog payment={step.payment} />}
        </Suspense>
      )}
    </div>
  );
}

/** Asks on member pages. Without `termsVersion` the server knows no Terms of use. */
function AcceptTerms({ user }: { user: User | null }) {
  const { pathname } = useLocation();
  if (user?.termsVersion === undefined || user.termsVersion === termsVersion) return null;
  if (!memberPaths.some(path => pagePattern(path).test(pathname))) return null;
  return (
    <Suspense fallback={null}>
      <TermsNotice accepted={user.termsVersion} />
    </Suspense>
  );
}

const loadPageScroll = () => import('./page-scroll.ts');

/**
 * Does on navigation what a full page load does: scrolls to the top, the `#target` or, after Back, the earlier position,
 * and moves the focus there, for keyboards and screen readers.
 */
function usePageChange() {
  const main = useRef<HTMLElement>(null);
  const location = useLocation();
  const isBack = useNavigationType() === 'POP';
  const previous = useRef<typeof location>(null);
  useEffect(
    () =>
      onFirst(['pointerover', 'pointerdown', 'keydown'], () => void loadPageScroll().catch(reportNoReply)),
    [],
  );
  // Before the paint: else the new page is seen at the position of the old one.
  useLayoutEffect(() => {
    const { pathname, search, key, state } = location;
    const before = previous.current;
    previous.current = location;
    // A link whose path is fixed names the part of the page in its state.
    const hash: string = location.hash || (before && state?.part ? `#${state.part}` : '');
    const isNewPage = before !== null && before.pathname !== pathname;
    if (isNewPage) {
      if (!isBack) window.scrollTo({ top: 0, behavior: 'instant' });
      main.current?.focus({ preventScroll: true });
    }
    if (!before && !hash) return;
    // A filter changes the query string and keeps the target, which the user has left.
    const isFilter = !isNewPage && before?.hash === location.hash && before.search !== search;
    const arrival = { key, hash: isFilter ? '' : hash, isNewPage, isBack };
    void loadPageScroll().then(({ arrive }) => arrive(arrival), reportNoReply);
  }, [location, isBack]);
  return main;
}

const back = { title: 'Connected again', description: 'What was missing is loaded now.' };

/** Shows that the service is unreachable. When it replies again, failed queries are refetched. */
function UnreachableNotice() {
  const isThere = useSyncExternalStore(onReachability, isReachable, () => true);
  const queryClient = useQueryClient();
  const wasAway = useRef(false);
  useEffect(() => {
    if (!isThere) wasAway.current = true;
    else if (wasAway.current) {
      wasAway.current = false;
      notify({ ...back, tone: 'positive' });
      // A user who could not be read looks like a visitor.
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    }
  }, [isThere, queryClient]);
  useEffect(() => {
    // While the browser is offline, queries wait instead of failing.
    window.addEventListener('offline', reportNoReply);
    return () => window.removeEventListener('offline', reportNoReply);
  }, []);
  if (isThere) return null;
  return (
    <div className="sticky top-16 z-20 bg-canvas px-4 py-2 sm:px-6">
      <NoticeBox tone="danger" title="ClosingWire cannot be reached" className="mx-auto max-w-7xl">
        Your connection or our service is down. We try again every few seconds; you can leave this page open.
      </NoticeBox>
    </div>
  );
}

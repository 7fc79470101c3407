import { lazy, type ReactNode, Suspense, useEffect } from 'react';
import { useNavigate } from 'react-router-dom';
import { showKeptNotice } from '../lib/notify.ts';
import { usePaymentStep } from '../lib/payment-gate.ts';
import { useAuthEvents, useEmptyCacheAfterSignOut, useSession } from '../lib/session.ts';
import { ToasterOnDemand } from '../ui/toaster-on-demand.tsx';
import { Footer } from './footer.tsx';
import { Header } from './header.tsx';
import { UnreachableNotice } from './unreachable-notice.tsx';
import { usePageChange } from './use-page-change.ts';

const TrialExpiredDialog = lazy(() => import('../features/trial/trial-expired-dialog.tsx'));
const PaymentMethodDialog = lazy(() => import('../features/payment/payment-method-dialog.tsx'));

export function Shell({ children }: { children: ReactNode }) {
  const session = useSession();
  const step = usePaymentStep();
  const main = usePageChange();
  const navigate = useNavigate();
  useAuthEvents(session, () => void navigate('/'));
  useEmptyCacheAfterSignOut(session);
  useEffect(showKeptNotice, []);
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

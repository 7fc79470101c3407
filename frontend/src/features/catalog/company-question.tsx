import { lazy, Suspense } from 'react';
import { useSession } from '../../lib/session.ts';

/** Whoever registered on the site has answered it there. */
const CompanyForm = lazy(() => import('./company-form.tsx'));

/** Asks those without an industry for it, before their first order. */
export function CompanyQuestion() {
  const { user } = useSession();
  if (user?.industry !== '') return null;
  return (
    <Suspense fallback={null}>
      <CompanyForm user={user} />
    </Suspense>
  );
}

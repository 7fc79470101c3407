import { useQuery } from '@tanstack/react-query';
import { Navigate, useSearchParams } from 'react-router-dom';
import { subscriptionsQuery } from '../lib/account.ts';
import { localPath } from '../lib/local-path.ts';
import { FullPageSpinner } from '../ui/spinner.tsx';

/** Where a signed-in person belongs: back to where they were sent from, else their lists, else the catalogue. */
export function HomeRedirect() {
  const [search] = useSearchParams();
  const { data, isPending } = useQuery(subscriptionsQuery);
  const next = localPath(search.get('next'));
  if (next) return <Navigate to={next} replace />;
  if (isPending) return <FullPageSpinner />;
  return <Navigate to={data?.length ? '/dashboard' : '/zips'} replace />;
}

import { lazy } from 'react';
import { FailedState } from '../../../ui/failed-state.tsx';
import { WhenSeen } from '../../../ui/when-seen.tsx';
import { StatCards } from '../stat-cards.tsx';
import { useStatistics } from './queries.ts';

const Trends = lazy(() => import('./trends.tsx'));

const countOf = ({ data, isError }: { data: number | undefined; isError: boolean }) =>
  isError ? null : data;

export default function StatisticsTab() {
  const { users, zips, subscriptions } = useStatistics();
  const failed = [users, zips, subscriptions].filter(({ isError }) => isError);
  return (
    <>
      <h2 className="sr-only">Statistics</h2>
      <StatCards
        stats={[
          { label: 'Total Users', count: countOf(users) },
          { label: 'Active ZIP Codes', count: countOf(zips) },
          { label: 'Total Subscriptions', count: countOf(subscriptions) },
        ]}
      />
      {failed[0] && (
        <FailedState
          title="Not all figures could be loaded"
          query={{
            error: failed[0].error,
            refetch: () => failed.forEach(query => void query.refetch()),
          }}
        />
      )}
      <WhenSeen label="Loading trends" className="mt-8 min-h-[36rem]">
        <Trends />
      </WhenSeen>
    </>
  );
}

import { NuqsAdapter } from 'nuqs/adapters/react-router/v7';
import { type ComponentType, lazy, Suspense } from 'react';
import { useSearchParams } from 'react-router-dom';
import { PageHead } from '../../ui/page-head.tsx';
import { PageTitle } from '../../ui/page-title.tsx';
import { Spinner } from '../../ui/spinner.tsx';
import { Tabs } from '../../ui/tabs.tsx';
import { head, type TabId, tabs } from './copy.ts';

const panels: Record<TabId, ComponentType> = {
  'zip-codes': lazy(() => import('./zips/zips-tab.tsx')),
  users: lazy(() => import('./users/users-tab.tsx')),
  'lead-flags': lazy(() => import('./flags/flags-tab.tsx')),
  'opt-outs': lazy(() => import('./opt-outs/opt-outs-tab.tsx')),
  'help-articles': lazy(() => import('./articles/articles-tab.tsx')),
  'trial-notifications': lazy(() => import('./trials/trials-tab.tsx')),
  statistics: lazy(() => import('./statistics/statistics-tab.tsx')),
  settings: lazy(() => import('./settings/settings-tab.tsx')),
  audit: lazy(() => import('./audit/audit-tab.tsx')),
  system: lazy(() => import('./system/system-tab.tsx')),
};

/** The tabs; the address names the open one, and what is searched in it. */
export default function AdminPage() {
  const [search, setSearch] = useSearchParams();
  const [first] = tabs;
  const active = tabs.find(({ id }) => id === search.get('tab')) ?? first;
  const Panel = panels[active.id];
  return (
    <NuqsAdapter>
      <div className="mx-auto max-w-7xl px-4 py-10 sm:px-6">
        <PageHead {...head} />
        <PageTitle title="Admin Dashboard" />
        <div className="mt-6">
          <Tabs
            label="Admin sections"
            tabs={tabs}
            active={active.id}
            onChange={id => setSearch(id === first.id ? {} : { tab: id }, { preventScrollReset: true })}
          >
            <Suspense fallback={<Spinner className="w-full py-20" />}>
              <Panel />
            </Suspense>
          </Tabs>
        </div>
      </div>
    </NuqsAdapter>
  );
}

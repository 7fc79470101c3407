import { Activity } from 'lucide-react';
import { type ComponentType, lazy } from 'react';
import { Navigate, useSearchParams } from 'react-router-dom';
import { ButtonLink } from '../../ui/button.tsx';
import { head, isOperationsTab, operations, type TabId, tabs } from './copy.ts';
import { TabbedPage } from './tabbed-page.tsx';

const panels: Record<TabId, ComponentType> = {
  'zip-codes': lazy(() => import('./zips/zips-tab.tsx')),
  users: lazy(() => import('./users/users-tab.tsx')),
  'lead-flags': lazy(() => import('./flags/flags-tab.tsx')),
  'help-articles': lazy(() => import('./articles/articles-tab.tsx')),
  'trial-notifications': lazy(() => import('./trials/trials-tab.tsx')),
  statistics: lazy(() => import('./statistics/statistics-tab.tsx')),
  settings: lazy(() => import('./settings/settings-tab.tsx')),
};

/** The specification's seven tabs. Emails and bookmarks may still name a tab that moved to the operations page. */
export default function AdminPage() {
  const [search] = useSearchParams();
  if (isOperationsTab(search.get('tab'))) {
    return <Navigate to={{ pathname: operations.path, search: search.toString() }} replace />;
  }
  return (
    <TabbedPage
      head={head}
      title="Admin Dashboard"
      link={
        <ButtonLink to={operations.path}>
          <Activity aria-hidden /> Operations
        </ButtonLink>
      }
      label="Admin sections"
      tabs={tabs}
      panels={panels}
    />
  );
}

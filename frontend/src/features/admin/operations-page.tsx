import { ArrowLeft } from 'lucide-react';
import { type ComponentType, lazy } from 'react';
import { ButtonLink } from '../../ui/button.tsx';
import { head, type OperationsTabId, operations, operationsTabs } from './copy.ts';
import { TabbedPage } from './tabbed-page.tsx';

const panels: Record<OperationsTabId, ComponentType> = {
  system: lazy(() => import('./system/system-tab.tsx')),
  audit: lazy(() => import('./audit/audit-tab.tsx')),
  'opt-outs': lazy(() => import('./opt-outs/opt-outs-tab.tsx')),
  'deletion-requests': lazy(() => import('./deletion-requests/deletion-requests-tab.tsx')),
  contacts: lazy(() => import('./contacts/contacts-tab.tsx')),
  'leads-in': lazy(() => import('./leads-in/leads-in-tab.tsx')),
  sources: lazy(() => import('./sources/sources-tab.tsx')),
  business: lazy(() => import('./business/business-tab.tsx')),
  agents: lazy(() => import('./agents/agents-tab.tsx')),
};

export default function OperationsPage() {
  return (
    <TabbedPage
      head={operations}
      title="Operations"
      link={
        <ButtonLink to={head.path}>
          <ArrowLeft aria-hidden /> Admin Dashboard
        </ButtonLink>
      }
      label="Operations sections"
      tabs={operationsTabs}
      panels={panels}
    />
  );
}

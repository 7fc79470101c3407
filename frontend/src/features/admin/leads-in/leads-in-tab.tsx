import { useQueryState } from 'nuqs';
import { pageParser } from '../../../lib/page-parser.ts';
import { DeliverPanel } from './deliver-panel.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { RejectedRowsPanel } from './rejected-rows-panel.tsx';

/** Delivers files of leads and lists all deliveries. */
export default function LeadsInTab() {
  const [page, setPage] = useQueryState('page', pageParser);
  return (
    <div className="grid grid-cols-1 gap-6">
      <DeliverPanel onDeliver={() => void setPage(1)} />
      <DeliveriesPanel page={page} onPage={next => void setPage(next)} />
      <RejectedRowsPanel />
    </div>
  );
}

import { useQueryStates } from 'nuqs';
import { monthParser } from '../../../lib/month-parser.ts';
import { pageParser } from '../../../lib/page-parser.ts';
import { DeliverPanel } from './deliver-panel.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { RejectedRowsPanel } from './rejected-rows-panel.tsx';

const parsers = { page: pageParser, month: monthParser };

/** Delivers files of leads and lists all deliveries. */
export default function LeadsInTab() {
  const [{ page, month }, set] = useQueryStates(parsers);
  return (
    <div className="grid grid-cols-1 gap-6">
      <DeliverPanel onDeliver={() => void set({ page: null, month: null })} />
      <DeliveriesPanel
        page={page}
        month={month}
        onPage={next => void set({ page: next })}
        onAll={() => void set({ page: null, month: null })}
      />
      <RejectedRowsPanel />
    </div>
  );
}

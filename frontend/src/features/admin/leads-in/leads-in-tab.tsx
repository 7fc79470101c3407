import { createParser, useQueryStates } from 'nuqs';
import { pageParser } from '../../../lib/page-parser.ts';
import { DeliverPanel } from './deliver-panel.tsx';
import { DeliveriesPanel } from './deliveries-panel.tsx';
import { RejectedRowsPanel } from './rejected-rows-panel.tsx';

/** A day of the month, as in the API. */
const monthParser = createParser({
  parse: text => (/^\d{4}-(0[1-9]|1[0-2])-01$/.test(text) ? text : null),
  serialize: String,
}).withDefault('');

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

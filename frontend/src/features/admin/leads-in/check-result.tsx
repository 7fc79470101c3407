import type { DryRunReply } from '@closingwire/contracts/ingestion';
import { Download } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { Field } from '../../../ui/field.tsx';
import { NativeSelect } from '../../../ui/native-select.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { StatCards } from '../stat-cards.tsx';
import { withChoices } from './column-choices.ts';
import { ColumnTable, fieldLabel } from './column-table.tsx';
import { columnsCopy, datesCopy, deliverCopy, formatText, rejectsCopy, withoutPrice } from './copy.ts';
import { EffectTable } from './effect-table.tsx';
import { type DateOrder, type Upload, useCheckRejects } from './queries.ts';
import { AGENT_NAME, type Refusal } from './refusal.ts';
import { ReportSections } from './report-sections.tsx';
import type { Checked, DeliveryState } from './use-delivery.ts';

type CheckResultProps = { state: DeliveryState; checked: Checked };

/** The preview of a file, or why it was refused. Its fields stay in place while it is checked again. */
export function CheckResult({ state, checked }: CheckResultProps) {
  const { reply, refusal } = checked;
  const isStale = state.check.isRunning;
  const { mapping, dates } = state.upload ?? checked.upload;
  const isTable = reply === undefined || ['csv', 'sheet'].includes(reply.report.format.kind);
  // JSON names our fields itself, so an empty one is not in the file.
  const columns = withChoices(checked.columns, mapping).filter(({ filled }) => isTable || filled !== 0);
  const hasChoices = Object.keys(mapping).length > 0;
  return (
    <div className="grid gap-6 p-5">
      {refusal && <RefusalNotice refusal={refusal} onAgain={state.checkAgain} />}
      {reply && <Summary reply={reply} />}
      {reply && reply.rejected > 0 && <RejectsOfCheck upload={checked.upload} />}
      {(reply || columns.length > 0 || refusal?.code === 'mixed_dates') && (
        <DatesField dates={dates} onDates={state.setDates} />
      )}
      {columns.length > 0 && (
        <section className="grid grid-cols-1 gap-3">
          <div className="flex flex-wrap items-end justify-between gap-3">
            <div>
              <h3 className="text-base font-semibold">{columnsCopy.title}</h3>
              {isTable && <p className="text-sm text-muted">{columnsCopy.text}</p>}
              {hasChoices && state.isLastMapping && <p className="text-sm">{columnsCopy.asBefore}</p>}
            </div>
            {hasChoices && (
              <Button size="sm" onClick={() => state.setMapping({})}>
                {state.isLastMapping ? deliverCopy.readByNames : deliverCopy.undoChoices}
              </Button>
            )}
          </div>
          <div className="-mx-5 border-y border-line">
            <ColumnTable
              columns={columns}
              rows={reply ? reply.accepted + reply.rejected : 0}
              isStale={isStale}
              choose={isTable ? state.chooseField : undefined}
            />
          </div>
        </section>
      )}
      {reply && <ReportSections report={reply.report} />}
    </div>
  );
}

function RefusalNotice({ refusal, onAgain }: { refusal: Refusal; onAgain: () => void }) {
  const { title, advice, canTryAgain } = refusal;
  return (
    <NoticeBox
      tone="danger"
      title={title}
      actions={
        canTryAgain && (
          <Button size="sm" onClick={onAgain}>
            {deliverCopy.again}
          </Button>
        )
      }
    >
      <div className="grid gap-1 wrap-anywhere">
        {reasonsOf(refusal).map(reason => (
          <p key={reason}>{reason}</p>
        ))}
        {advice && <p>{advice}</p>}
      </div>
    </NoticeBox>
  );
}

/** Returns the reason, with our names of fields where the server has columns. */
function reasonsOf({ text, missing, repeated, isAboutAgents, columns = [] }: Refusal): string[] {
  const lacked = isAboutAgents ? missing.filter(field => field !== AGENT_NAME) : missing;
  const sentence = `No column was found for: ${lacked.map(fieldLabel).join(', ')}.`;
  if (missing.length > 0) return [...(isAboutAgents ? [text] : []), ...(lacked.length > 0 ? [sentence] : [])];
  if (!repeated) return [text];
  const claims = repeated.columns.map(at => `'${columns[at - 1]?.header.trim() ?? ''}' (column ${at})`);
  return [`${fieldLabel(repeated.field)} is claimed by ${claims.join(' and ')}.`];
}

function Summary({ reply }: { reply: DryRunReply }) {
  const { accepted, rejected, droppedCells, undisclosedPrices, report } = reply;
  const isWhole = rejected === 0 && droppedCells === 0;
  return (
    <section aria-label="Summary" className="grid grid-cols-1 gap-4">
      <p className="text-sm wrap-anywhere">{formatText(report.format)}</p>
      <StatCards
        stats={[
          { label: 'Rows accepted', count: accepted },
          { label: 'Rows rejected', count: rejected },
          { label: 'Cells left out', count: droppedCells },
        ]}
      />
      {accepted === 0 && <NoticeBox tone="caution" title={deliverCopy.nothing} />}
      {accepted > 0 && isWhole && <p className="text-sm text-positive">{deliverCopy.noneBroken}</p>}
      {undisclosedPrices > 0 && <p className="text-sm text-muted">{withoutPrice(undisclosedPrices)}</p>}
      <EffectTable agents={reply.agents} closings={reply.closings} />
    </section>
  );
}

function RejectsOfCheck({ upload }: { upload: Upload }) {
  const rejects = useCheckRejects();
  return (
    <div className="flex flex-wrap items-center gap-3">
      <Button aria-disabled={rejects.isPending} onClick={() => rejects.isPending || rejects.mutate(upload)}>
        <Download aria-hidden /> {rejectsCopy.ofCheck}
      </Button>
      <p className="min-w-0 flex-1 basis-72 text-sm text-muted">{rejectsCopy.hintOfCheck}</p>
    </div>
  );
}

type DatesFieldProps = { dates: DateOrder | null; onDates: (dates: DateOrder | null) => void };

function DatesField({ dates, onDates }: DatesFieldProps) {
  const orders = Object.entries(datesCopy.orders) as [DateOrder, string][];
  return (
    <Field label={datesCopy.label} hint={datesCopy.hint} className="sm:max-w-72">
      {control => (
        <NativeSelect
          {...control}
          value={dates ?? ''}
          onChange={event => {
            const { value } = event.target;
            onDates(orders.find(([order]) => order === value)?.[0] ?? null);
          }}
        >
          <option value="">{datesCopy.byFile}</option>
          {orders.map(([order, text]) => (
            <option key={order} value={order}>
              {text}
            </option>
          ))}
        </NativeSelect>
      )}
    </Field>
  );
}

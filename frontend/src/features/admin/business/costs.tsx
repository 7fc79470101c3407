import { isCost } from '@closingwire/contracts/content';
import type { UseQueryResult } from '@tanstack/react-query';
import { useState } from 'react';
import { useForm } from 'react-hook-form';
import { Button } from '../../../ui/button.tsx';
import { TextInput } from '../../../ui/field.tsx';
import { FormField } from '../../../ui/form.tsx';
import { FormDialog } from '../../../ui/form-dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { TextLink } from '../../../ui/text-link.tsx';
import { Panel } from '../panel.tsx';
import { CardHead, RowList } from '../row-list.tsx';
import { costText, type MonthCount, monthText, ofWhichUndone } from './months.ts';
import { type CostKey, useCostPerThousand, useMailsByMonth, usePutCost, useRowsByMonth } from './queries.ts';

/** The emails and rows of each month, and what they cost. Each service counts its own. */
export function Costs() {
  const mails = useMailsByMonth();
  const rows = useRowsByMonth();
  return (
    <Panel
      title="Cost of emails and rows"
      text="By UTC month. Emails are those of the mail log; rows are those of the last 90 days, without a month that began earlier."
    >
      <div className="grid gap-6 p-5 lg:grid-cols-2">
        <Cost
          name="Emails sent"
          setting="cost_of_1000_emails"
          of="a thousand emails"
          toMonth={month => `/admin?tab=settings&mails=sent&mailMonth=${month}#mails`}
          query={mails}
          monthsOf={({ months }) => months.map(({ month, sent }) => ({ month, count: sent }))}
        />
        <Cost
          name="Rows delivered"
          setting="cost_of_1000_rows"
          of="a thousand rows"
          toMonth={month => `/admin/operations?tab=leads-in&month=${month}#deliveries`}
          query={rows}
          monthsOf={months => months}
        />
      </div>
    </Panel>
  );
}

type CostProps<Data> = {
  name: string;
  setting: CostKey;
  /** The unit whose cost the setting has. */
  of: string;
  /** Returns the screen with the rows behind the count of a month. */
  toMonth: (month: string) => string;
  query: UseQueryResult<Data, unknown>;
  monthsOf: (data: Data) => MonthCount[];
};

function Cost<Data>({ name, setting, of, toMonth, query, monthsOf }: CostProps<Data>) {
  const cost = useCostPerThousand(setting);
  const [isOpen, setOpen] = useState(false);
  const usd = cost.data ?? 0;
  const textOf = ({ count }: MonthCount) => (cost.isSuccess ? costText(count, usd) : '…');
  const link = ({ count, month, ...rest }: MonthCount) => (
    <>
      <TextLink
        to={toMonth(month)}
        aria-label={`${count.toLocaleString('en-US')} ${name.toLowerCase()} in ${monthText(month)}`}
      >
        {count.toLocaleString('en-US')}
      </TextLink>
      {ofWhichUndone(rest)}
    </>
  );
  return (
    <section aria-label={name} className="grid content-start gap-3">
      <div className="flex flex-wrap items-center justify-between gap-3 text-sm">
        <p>
          Cost of {of}: <strong>{cost.isSuccess && usd > 0 ? costText(1_000, usd) : 'not set'}</strong>
        </p>
        <Button
          size="sm"
          aria-label={`Set the cost of ${of}`}
          disabled={!cost.isSuccess}
          onClick={() => setOpen(true)}
        >
          Set
        </Button>
      </div>
      <Loaded query={query} loading={`Counting: ${name}`} failed={`${name} could not be counted`}>
        {data => (
          <RowList
            caption={`${name} by month`}
            rows={monthsOf(data)}
            keyOf={({ month }) => month}
            columns={[
              { header: 'Month', cell: ({ row }) => monthText(row.original.month) },
              { header: name, cell: ({ row }) => link(row.original) },
              { header: 'Cost', cell: ({ row }) => textOf(row.original) },
            ]}
            card={row => (
              <CardHead aside={textOf(row)}>
                <p>
                  {monthText(row.month)}: {link(row)}
                </p>
              </CardHead>
            )}
          />
        )}
      </Loaded>
      {isOpen && <CostDialog setting={setting} of={of} usd={usd} onClose={() => setOpen(false)} />}
    </section>
  );
}

type CostDialogProps = Pick<CostProps<unknown>, 'setting' | 'of'> & { usd: number; onClose: () => void };

function CostDialog({ setting, of, usd, onClose }: CostDialogProps) {
  const form = useForm({ defaultValues: { usd: String(usd) } });
  const put = usePutCost(setting);
  const submit = form.handleSubmit(values => put.mutate(values.usd.trim(), { onSuccess: onClose }));
  return (
    <FormDialog
      onClose={onClose}
      form={form}
      onSubmit={submit}
      action={put.isPending ? 'Saving...' : 'Save cost'}
      isDisabled={put.isPending}
      title={`Cost of ${of}`}
      description="As you are charged for it. 0 means that it is not known."
    >
      <FormField
        form={form}
        name="usd"
        label="USD"
        rules={{
          validate: text => isCost(text.trim()) || 'Enter an amount in USD, such as 0.40',
        }}
      >
        {control => <TextInput {...control} inputMode="decimal" autoComplete="off" />}
      </FormField>
    </FormDialog>
  );
}

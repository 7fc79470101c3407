import type { LoggedMail } from '@closingwire/contracts/notifications-api';
import { createColumnHelper } from '@tanstack/react-table';
import { parseAsInteger, parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useEffect, useState } from 'react';
import { formatInstant } from '../../../../lib/dates.ts';
import { useDebounced } from '../../../../lib/use-debounced.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { DataTable, type plainTable } from '../../../../ui/data-table.tsx';
import { Field, TextInput } from '../../../../ui/field.tsx';
import { Panel } from '../../panel.tsx';
import { LogPage, StateSelect } from './log-frame.tsx';
import { type MailState, useMails, useReplayMail } from './queries.ts';

const mailLabels: Record<MailState, string> = {
  waiting: 'Waiting',
  sending: 'Sending',
  sent: 'Sent',
  skipped: 'Skipped',
  refused: 'Refused',
  unknown: 'Unknown',
};

const mailTones = {
  waiting: 'caution',
  sending: 'neutral',
  sent: 'positive',
  skipped: 'neutral',
  refused: 'danger',
  unknown: 'danger',
} as const satisfies Record<MailState, string>;

const states = Object.keys(mailLabels) as MailState[];
const parsers = {
  mails: parseAsStringLiteral(states),
  mailSearch: parseAsString.withDefault(''),
  mailPage: parseAsInteger.withDefault(1),
};

const DEBOUNCE_MS = 300;

const helper = createColumnHelper<typeof plainTable, LoggedMail>();

const columns = helper.columns([
  helper.accessor('to', {
    header: 'To',
    cell: ({ getValue, row }) => (
      <div className="min-w-44 wrap-anywhere">
        <p className="font-semibold">{getValue() || 'forgotten'}</p>
        <p className="text-muted">{row.original.template}</p>
      </div>
    ),
  }),
  helper.accessor('state', {
    header: 'State',
    cell: ({ getValue }) => <Badge tone={mailTones[getValue()]}>{mailLabels[getValue()]}</Badge>,
  }),
  helper.accessor('reason', {
    header: 'Why not sent',
    cell: ({ getValue, row }) => (
      <span className="block min-w-40 max-w-80 wrap-anywhere">
        {row.original.state === 'sent' ? '–' : (getValue() ?? '–')}
      </span>
    ),
  }),
  helper.accessor('attempts', { header: 'Tries' }),
  helper.accessor('createdAt', {
    header: 'Created',
    cell: ({ getValue }) => <span className="whitespace-nowrap">{formatInstant(getValue())}</span>,
  }),
  helper.display({ id: 'actions', header: 'Actions', cell: ({ row }) => <ReplayMail mail={row.original} /> }),
]);

function ReplayMail({ mail }: { mail: LoggedMail }) {
  const replay = useReplayMail();
  return (
    <Button
      size="sm"
      disabled={!mail.canReplay || replay.isPending}
      aria-label={`Send again to ${mail.to}: ${mail.template}`}
      onClick={() => replay.mutate(mail.id)}
    >
      Send again
    </Button>
  );
}

/** Every mail of the product and what came of it. What was sent is never sent twice. */
export function MailLog() {
  const [{ mails: state, mailSearch, mailPage: page }, setKept] = useQueryStates(parsers);
  const [text, setText] = useState(mailSearch);
  const settled = useDebounced(text.trim(), DEBOUNCE_MS);
  useEffect(() => {
    void setKept(before =>
      before.mailSearch === settled ? {} : { mailSearch: settled || null, mailPage: null },
    );
  }, [settled, setKept]);
  const query = useMails(page, mailSearch, state);
  const { mails = [], total = 0 } = query.data ?? {};
  return (
    <Panel
      title="Mails"
      text={<span role="status">{query.data ? countText(total) : 'Loading mails'}</span>}
      actions={
        <div className="flex flex-wrap gap-3">
          <Field label="Search mails" className="w-56">
            {control => (
              <TextInput
                {...control}
                type="search"
                maxLength={254}
                placeholder="Address or kind"
                value={text}
                onChange={event => setText(event.target.value)}
              />
            )}
          </Field>
          <StateSelect
            label="Mail state"
            labels={mailLabels}
            value={state}
            onChange={next => void setKept({ mails: next, mailPage: null })}
          />
        </div>
      }
    >
      <LogPage
        noun="mails"
        query={query}
        total={total}
        page={page}
        onPage={next => void setKept({ mailPage: next === 1 ? null : next })}
      >
        <DataTable caption="Mails" columns={columns} rows={mails} isStale={query.isPlaceholderData} />
      </LogPage>
    </Panel>
  );
}

const countText = (total: number) => `${total.toLocaleString('en-US')} ${total === 1 ? 'mail' : 'mails'}`;

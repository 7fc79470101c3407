import type { LoggedMail } from '@closingwire/contracts/notifications';
import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { formatInstant } from '../../../../lib/dates.ts';
import { monthParser } from '../../../../lib/month-parser.ts';
import { StateBadge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import type { Columns } from '../../../../ui/data-table.tsx';
import { Field, TextInput } from '../../../../ui/field.tsx';
import { FilterSelect } from '../../../../ui/filter-select.tsx';
import { monthText } from '../../business/months.ts';
import { countedText, listText, pagedTotal } from '../../counted.ts';
import { Panel } from '../../panel.tsx';
import { CardFacts, CardHead, RowList } from '../../row-list.tsx';
import { useSearchFilter } from '../../use-search-filter.ts';
import { LogPage } from './log-page.tsx';
import { mailStates } from './mail-states.ts';
import { type MailState, useMails, useReplayMail } from './queries.ts';

const states = Object.keys(mailStates) as MailState[];
const urlKeys = { q: 'mailSearch', page: 'mailPage' };

/** All emails and their outcomes. A sent email cannot be sent again. */
export function MailLog() {
  const filter = useSearchFilter(urlKeys);
  const [state, setState] = useQueryState('mails', parseAsStringLiteral(states));
  const [month, setMonth] = useQueryState('mailMonth', monthParser);
  const query = useMails({ page: filter.page, search: filter.q, state, month });
  const inMonth = month && ` written in ${monthText(month)} (UTC)`;
  return (
    <Panel
      id="mails"
      title="Mails"
      status={listText(
        query,
        'Loading mails',
        ({ total }) => `${countedText(total, 'mail', 'mails')}${inMonth}`,
      )}
      actions={
        <div className="flex flex-wrap items-end gap-3">
          {month && (
            <Button
              onClick={() => {
                filter.goTo(1);
                void setMonth(null);
              }}
            >
              All months
            </Button>
          )}
          <Field label="Search mails" className="w-56">
            {control => (
              <TextInput
                {...control}
                type="search"
                maxLength={254}
                placeholder="Address or kind"
                value={filter.text}
                onChange={event => filter.setText(event.target.value)}
              />
            )}
          </Field>
          <FilterSelect
            label="Mail state"
            className="w-40"
            options={states}
            labelOf={one => mailStates[one].label}
            value={state}
            onChange={next => {
              filter.goTo(1);
              void setState(next);
            }}
          />
        </div>
      }
    >
      <LogPage
        noun="mails"
        query={query}
        totalOf={({ total }) => pagedTotal(total)}
        page={filter.page}
        onPage={filter.goTo}
      >
        {({ mails }) => (
          <RowList
            caption="Mails"
            columns={columns}
            rows={mails}
            isStale={query.isPlaceholderData}
            keyOf={({ id }) => id}
            card={mail => <MailCard mail={mail} />}
          />
        )}
      </LogPage>
    </Panel>
  );
}

type MailProps = { mail: LoggedMail };

const addresseeOf = ({ to }: LoggedMail): string => to || 'no longer kept';

function MailAddressee({ mail }: MailProps) {
  return (
    <div className="wrap-anywhere">
      <p className="font-semibold">{addresseeOf(mail)}</p>
      <p className="text-muted">{mail.title}</p>
      {mail.title !== mail.template && <code className="text-xs text-muted">{mail.template}</code>}
    </div>
  );
}

/** Why it was not sent; '' if it was sent or the reason is unknown. */
const reasonOf = ({ state, reason }: LoggedMail): string => (state === 'sent' ? '' : (reason ?? ''));

function ReplayMail({ mail }: MailProps) {
  const replay = useReplayMail();
  return (
    <Button
      size="sm"
      disabled={!mail.canReplay || replay.isPending}
      aria-label={`Send again to ${addresseeOf(mail)}: ${mail.title}`}
      onClick={() => replay.mutate(mail.id)}
    >
      Send again
    </Button>
  );
}

const columns: Columns<LoggedMail> = [
  {
    header: 'To',
    cell: ({ row }) => (
      <div className="min-w-44">
        <MailAddressee mail={row.original} />
      </div>
    ),
  },
  { header: 'State', cell: ({ row }) => <StateBadge {...mailStates[row.original.state]} /> },
  {
    header: 'Why not sent',
    cell: ({ row }) => (
      <span className="block min-w-40 max-w-80 wrap-anywhere">{reasonOf(row.original) || '–'}</span>
    ),
  },
  { header: 'Tries', cell: ({ row }) => row.original.attempts },
  {
    header: 'Created',
    cell: ({ row }) => <span className="whitespace-nowrap">{formatInstant(row.original.createdAt)}</span>,
  },
  { header: 'Actions', cell: ({ row }) => <ReplayMail mail={row.original} /> },
];

const MailCard = ({ mail }: MailProps) => (
  <>
    <CardHead aside={<StateBadge {...mailStates[mail.state]} />}>
      <MailAddressee mail={mail} />
    </CardHead>
    <CardFacts
      className="wrap-anywhere"
      facts={{
        'Why not sent': reasonOf(mail),
        Tries: mail.attempts,
        Created: formatInstant(mail.createdAt),
      }}
    />
    <div>
      <ReplayMail mail={mail} />
    </div>
  </>
);

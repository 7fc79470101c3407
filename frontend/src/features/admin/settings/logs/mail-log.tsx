import { parseAsString, parseAsStringLiteral, useQueryStates } from 'nuqs';
import { useEffect, useState } from 'react';
import { pageParser } from '../../../../lib/page-parser.ts';
import { useDebounced } from '../../../../lib/use-debounced.ts';
import { Field, TextInput } from '../../../../ui/field.tsx';
import { countedText, listText, pagedTotal } from '../../counted.ts';
import { FilterSelect } from '../../filter-select.tsx';
import { Panel } from '../../panel.tsx';
import { LogPage } from './log-frame.tsx';
import { mailStates } from './mail-cells.tsx';
import { MailList } from './mail-list.tsx';
import { type MailState, useMails } from './queries.ts';

const states = Object.keys(mailStates) as MailState[];
const parsers = {
  mails: parseAsStringLiteral(states),
  mailSearch: parseAsString.withDefault(''),
  mailPage: pageParser,
};

const DEBOUNCE_MS = 300;

/** All emails and their outcomes. A sent email cannot be sent again. */
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
  return (
    <Panel
      title="Mails"
      status={listText(query, 'Loading mails', ({ total }) => countedText(total, 'mail', 'mails'))}
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
          <FilterSelect
            label="Mail state"
            className="w-40"
            options={states}
            labelOf={one => mailStates[one].label}
            value={state}
            onChange={next => void setKept({ mails: next, mailPage: null })}
          />
        </div>
      }
    >
      <LogPage
        noun="mails"
        query={query}
        totalOf={({ total }) => pagedTotal(total)}
        page={page}
        onPage={next => void setKept({ mailPage: next === 1 ? null : next })}
      >
        {({ mails }) => <MailList mails={mails} isStale={query.isPlaceholderData} />}
      </LogPage>
    </Panel>
  );
}

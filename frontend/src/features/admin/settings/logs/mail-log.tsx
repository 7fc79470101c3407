import { parseAsStringLiteral, useQueryState } from 'nuqs';
import { Field, TextInput } from '../../../../ui/field.tsx';
import { countedText, listText, pagedTotal } from '../../counted.ts';
import { FilterSelect } from '../../filter-select.tsx';
import { Panel } from '../../panel.tsx';
import { useSearchFilter } from '../../use-search-filter.ts';
import { LogPage } from './log-frame.tsx';
import { MailList, mailStates } from './mail-list.tsx';
import { type MailState, useMails } from './queries.ts';

const states = Object.keys(mailStates) as MailState[];
const urlKeys = { q: 'mailSearch', page: 'mailPage' };

/** All emails and their outcomes. A sent email cannot be sent again. */
export function MailLog() {
  const filter = useSearchFilter(urlKeys);
  const [state, setState] = useQueryState('mails', parseAsStringLiteral(states));
  const query = useMails(filter.page, filter.q, state);
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
        {({ mails }) => <MailList mails={mails} isStale={query.isPlaceholderData} />}
      </LogPage>
    </Panel>
  );
}

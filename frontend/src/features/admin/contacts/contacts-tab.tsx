import type { ContactsOverview } from '@closingwire/contracts/contacts';
import { Loaded } from '../../../ui/loaded.tsx';
import { countedText, listText } from '../counted.ts';
import { Panel } from '../panel.tsx';
import { CardFacts } from '../row-list.tsx';
import { DoNotCallLists } from './do-not-call-lists.tsx';
import { ProvidersPanel } from './providers-panel.tsx';
import { useContactsOverview } from './queries.ts';
import { kindNames, stateName } from './state-names.ts';
import { UploadPanel } from './upload-panel.tsx';

export default function ContactsTab() {
  const overview = useContactsOverview();
  return (
    <div className="grid gap-6">
      <Loaded query={overview} loading="Loading contacts" failed="The contacts could not be loaded">
        {({ providers, counts }) => (
          <>
            <ProvidersPanel providers={providers} />
            <States counts={counts} />
          </>
        )}
      </Loaded>
      <UploadPanel />
      <Panel
        title="Do-not-call lists"
        status={listText(overview, 'Loading lists', ({ lists }) =>
          countedText(lists.length, 'list', 'lists'),
        )}
      >
        <Loaded query={overview} loading="Loading lists" failed="The lists could not be loaded">
          {({ lists, registry }) => <DoNotCallLists lists={lists} registry={registry} />}
        </Loaded>
      </Panel>
    </div>
  );
}

function States({ counts }: Pick<ContactsOverview, 'counts'>) {
  return (
    <Panel title="Contacts by state" text="Of the closings that subscribers see now, each contact once">
      <div className="grid gap-6 p-5 sm:grid-cols-2">
        {(['email', 'phone'] as const).map(kind => (
          <section key={kind}>
            <h3 className="text-sm font-semibold">{kindNames[kind]}</h3>
            <CardFacts className="mt-2 text-sm" facts={factsOf(counts, kind)} />
          </section>
        ))}
      </div>
    </Panel>
  );
}

function factsOf(counts: ContactsOverview['counts'], wanted: 'email' | 'phone'): Record<string, string> {
  const ofKind = counts.filter(({ kind }) => kind === wanted);
  if (ofKind.length === 0) return { None: 'no contacts yet' };
  return Object.fromEntries(
    ofKind.map(({ state, count }) => [stateName(wanted, state), count.toLocaleString('en-US')]),
  );
}

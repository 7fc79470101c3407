import type { ContactsOverview, DoNotCallList } from '@closingwire/contracts/contacts';
import { PhoneOff } from 'lucide-react';
import { formatDay, formatInstant } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import type { Columns } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { countedText, listText } from '../counted.ts';
import { Panel } from '../panel.tsx';
import { CardFacts, CardHead, RowList } from '../row-list.tsx';
import {
  areasText,
  kindNames,
  listKinds,
  numbersText,
  providerNames,
  providerSettings,
  stateNames,
} from './copy.ts';
import { useContactsOverview } from './queries.ts';
import { UploadPanel } from './upload-panel.tsx';

export default function ContactsTab() {
  const overview = useContactsOverview();
  return (
    <div className="grid gap-6">
      <Loaded query={overview} loading="Loading contacts" failed="The contacts could not be loaded">
        {({ providers, counts }) => (
          <>
            <Panel
              title="Providers of evidence"
              text="They are asked about contacts in subscribed ZIP codes, the newest first. Without a provider contacts stay unknown."
            >
              <ul className="divide-y divide-line">
                {providers.map(provider => (
                  <Provider key={provider.kind} provider={provider} />
                ))}
              </ul>
            </Panel>
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
          {({ lists, registry }) => <Lists lists={lists} registry={registry} />}
        </Loaded>
      </Panel>
    </div>
  );
}

type ProviderState = ContactsOverview['providers'][number];

function providerLook({ isConfigured, fault }: ProviderState) {
  if (!isConfigured) return { tone: 'neutral', label: 'Not configured' } as const;
  return fault
    ? ({ tone: 'danger', label: 'Failing' } as const)
    : ({ tone: 'positive', label: 'Configured' } as const);
}

function Provider({ provider }: { provider: ProviderState }) {
  const { kind, isConfigured, perDay, askedToday, lastSuccessAt, fault, resumesAt } = provider;
  const { tone, label } = providerLook(provider);
  return (
    <li className="grid gap-2 p-5 text-sm">
      <CardHead aside={<Badge tone={tone}>{label}</Badge>}>
        <p className="font-semibold">{providerNames[kind]}</p>
      </CardHead>
      {isConfigured ? (
        <CardFacts
          className="wrap-anywhere"
          facts={{
            'Asked today': `${askedToday.toLocaleString('en-US')} of at most ${perDay.toLocaleString('en-US')} (UTC)`,
            'Last reply': lastSuccessAt && formatInstant(lastSuccessAt),
            Fault: fault && `${fault.message}, ${formatInstant(fault.at)}`,
            'Next call': resumesAt && formatInstant(resumesAt),
          }}
        />
      ) : (
        <p className="text-muted wrap-anywhere">
          Set {providerSettings[kind]}, then start the product again.
        </p>
      )}
    </li>
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
    ofKind.map(({ state, count }) => [stateNames[state], count.toLocaleString('en-US')]),
  );
}

function Lists({ lists, registry }: Pick<ContactsOverview, 'lists' | 'registry'>) {
  if (lists.length === 0)
    return (
      <EmptyState level="h3" icon={PhoneOff} title="No do-not-call list">
        Without a list nothing is known about the registry.
      </EmptyState>
    );
  const outdated = registry.areaCodes.filter(({ isValid }) => !isValid);
  return (
    <>
      <p className="px-5 py-4 text-sm">
        {numbersText(registry.numbers)} in {countedText(registry.areaCodes.length, 'area code', 'area codes')}
        .
        {outdated.length > 0 && (
          <span className="text-danger">
            {' '}
            Too old to count: {areasText(outdated.map(({ areaCode }) => areaCode))}. Upload a new list.
          </span>
        )}
      </p>
      <RowList
        caption="Do-not-call lists"
        columns={listColumns}
        rows={lists}
        keyOf={({ id }) => id}
        card={list => <ListCard list={list} />}
      />
    </>
  );
}

const Validity = ({ list: { isValid } }: { list: DoNotCallList }) =>
  isValid ? <Badge tone="positive">Counts</Badge> : <Badge tone="danger">Too old</Badge>;

const Words = ({ text }: { text: string }) => <div className="min-w-24 max-w-64 wrap-anywhere">{text}</div>;

const listColumns: Columns<DoNotCallList> = [
  { header: 'List', cell: ({ row }) => <Words text={row.original.fileName || 'Without a name'} /> },
  { header: 'Kind', cell: ({ row }) => listKinds[row.original.kind] },
  { header: 'Account', cell: ({ row }) => <Words text={row.original.accountNumber} /> },
  { header: 'Downloaded', cell: ({ row }) => formatDay(row.original.listedOn) },
  { header: 'Area codes', cell: ({ row }) => <Words text={areasText(row.original.areaCodes)} /> },
  { header: 'Numbers', cell: ({ row }) => row.original.numbers.toLocaleString('en-US') },
  { header: 'Uploaded', cell: ({ row }) => formatInstant(row.original.uploadedAt) },
  { header: 'By', cell: ({ row }) => <Words text={row.original.uploadedBy || 'Deleted'} /> },
  { header: 'State', cell: ({ row }) => <Validity list={row.original} /> },
];

const ListCard = ({ list }: { list: DoNotCallList }) => (
  <>
    <CardHead aside={<Validity list={list} />}>
      <p className="font-semibold wrap-anywhere">{list.fileName || 'Without a name'}</p>
    </CardHead>
    <CardFacts
      className="wrap-anywhere"
      facts={{
        Kind: listKinds[list.kind],
        Account: list.accountNumber,
        Downloaded: formatDay(list.listedOn),
        'Area codes': areasText(list.areaCodes),
        Numbers: list.numbers.toLocaleString('en-US'),
        Uploaded: formatInstant(list.uploadedAt),
        By: list.uploadedBy || 'Deleted',
      }}
    />
  </>
);

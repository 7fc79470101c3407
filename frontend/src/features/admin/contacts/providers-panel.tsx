import type { ContactsOverview } from '@closingwire/contracts/contacts';
import { formatInstant } from '../../../lib/dates.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Panel } from '../panel.tsx';
import { CardFacts, CardHead } from '../row-list.tsx';
import { providerAdvice, providerMissing, providerNames } from './state-names.ts';

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
          {providerMissing[kind].text} {providerAdvice} <code>{providerMissing[kind].setting}</code>.
        </p>
      )}
    </li>
  );
}

export function ProvidersPanel({ providers }: Pick<ContactsOverview, 'providers'>) {
  return (
    <Panel
      title="Providers of evidence"
      text="They are asked about contacts in subscribed ZIP codes, the newest first. Without a provider, nothing proves a contact."
    >
      <ul className="divide-y divide-line">
        {providers.map(provider => (
          <Provider key={provider.kind} provider={provider} />
        ))}
      </ul>
    </Panel>
  );
}

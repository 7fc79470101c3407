import type { AgentIdentity } from '@closingwire/contracts/agent-identities';
import { useId, useState } from 'react';
import { useDebounced } from '../../../lib/use-debounced.ts';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
import { Loaded } from '../../../ui/loaded.tsx';
import { SearchBox } from '../search-box.tsx';
import { DEBOUNCE_MS } from '../use-search-filter.ts';
import { agentsCopy, mergeCopy } from './copy.ts';
import { contactsOf, type Merge, nameOf, placesText } from './identity.ts';
import { SHORTEST, useIdentities, useMerge } from './queries.ts';

type MergeDialogProps = {
  identity: AgentIdentity;
  onMerging: (merge: Merge) => void;
  onClose: () => void;
};

/** Finds a second agent and merges it into this one. */
export default function MergeDialog({ identity, onMerging, onClose }: MergeDialogProps) {
  const [text, setText] = useState('');
  const [from, setFrom] = useState<AgentIdentity | null>(null);
  const merge = useMerge();
  const start = () => {
    if (!from) return;
    const asked: Merge = { into: identity.id, from: from.id, merges: identity.mergedAt.length };
    merge.mutate(asked, {
      onSuccess: () => {
        onMerging(asked);
        onClose();
      },
    });
  };
  return (
    <ActionDialog
      wide
      title={mergeCopy.title}
      description={`${nameOf(identity)}, ${placesText(identity)}`}
      action={merge.isPending ? 'Merging...' : 'Merge Agents'}
      isDisabled={from === null || merge.isPending}
      onClose={onClose}
      onAction={start}
    >
      <div className="grid gap-5 text-sm">
        <SearchBox
          label="Find the other agent"
          placeholder="Name, email, phone or license"
          text={text}
          onText={next => {
            setText(next);
            setFrom(null);
          }}
          className="w-full"
        />
        <Others contact={text} identity={identity} chosen={from} onChoose={setFrom} />
        {from && (
          <ul className="grid list-disc gap-1 pl-5">
            {mergeCopy.follows.map(line => (
              <li key={line}>{line}</li>
            ))}
          </ul>
        )}
      </div>
    </ActionDialog>
  );
}

type OthersProps = {
  contact: string;
  identity: AgentIdentity;
  chosen: AgentIdentity | null;
  onChoose: (other: AgentIdentity) => void;
};

/** The agents with a contact, without the one that is merged. */
function Others({ contact, identity, chosen, onChoose }: OthersProps) {
  const name = useId();
  const settled = useDebounced(contact.trim(), DEBOUNCE_MS);
  const isAsked = settled.length >= SHORTEST;
  const found = useIdentities(settled);
  if (!isAsked) return <p className="text-muted">{agentsCopy.shortest}</p>;
  return (
    <Loaded
      query={found}
      loading="Searching agents"
      failed="Agents could not be searched"
      spinnerClassName="py-6"
    >
      {({ identities }) => {
        const others = identities.filter(({ id }) => id !== identity.id);
        if (others.length === 0) return <p role="status">No other agent was found.</p>;
        return (
          <fieldset>
            <legend className="mb-2 font-medium">The agent to merge into this one</legend>
            <div className="max-h-72 divide-y divide-line overflow-y-auto rounded-xl border border-line">
              {others.map(other => (
                <Option
                  key={other.id}
                  name={name}
                  other={other}
                  isChosen={chosen?.id === other.id}
                  onChoose={onChoose}
                />
              ))}
            </div>
          </fieldset>
        );
      }}
    </Loaded>
  );
}

type OptionProps = {
  name: string;
  other: AgentIdentity;
  isChosen: boolean;
  onChoose: (other: AgentIdentity) => void;
};

const Option = ({ name, other, isChosen, onChoose }: OptionProps) => (
  <label className="flex cursor-pointer items-center gap-3 px-4 py-2.5 hover:bg-ink/3 has-checked:bg-accent-soft">
    <input
      type="radio"
      name={name}
      checked={isChosen}
      onChange={() => onChoose(other)}
      className="size-4 shrink-0 accent-ink"
    />
    <span className="min-w-0 wrap-anywhere">
      <span className="font-semibold">{nameOf(other)}</span>
      <span className="block text-muted">{placesText(other)}</span>
      <span className="block text-muted">
        {[...new Set(other.rows.flatMap(contactsOf).map(({ text }) => text))].slice(0, 4).join(' · ')}
      </span>
    </span>
  </label>
);

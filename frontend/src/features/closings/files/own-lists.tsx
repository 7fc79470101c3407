import type { OwnList, OwnListKind } from '@closingwire/contracts/exports';
import { useId, useRef, useState } from 'react';
import { isUnknownCall } from '../../../lib/api-error.ts';
import { ActionDialog } from '../../../ui/action-dialog.tsx';
import { Ago } from '../../../ui/ago.tsx';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { FailedState } from '../../../ui/failed-state.tsx';
import { controlStyle } from '../../../ui/field.tsx';
import { FileDrop } from '../../../ui/file-drop.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { plural } from './file-words.ts';
import { useOwnLists, useRemoveOwnList, useUploadOwnList } from './own-list-queries.ts';

const kinds: Record<OwnListKind, { title: string; text: string }> = {
  customers: { title: 'My customers', text: 'Agents whom you serve already.' },
  'do-not-call': { title: 'My do-not-call list', text: 'Agents whom you must not contact.' },
};

/** Lists of the user whose agents are left out everywhere. A server of the specification has none. */
export default function OwnLists() {
  const lists = useOwnLists();
  if (lists.isError && !isUnknownCall(lists.error)) {
    return <FailedState title="Your lists could not be loaded" query={lists} />;
  }
  if (!lists.data) return null;
  const listOf = (kind: OwnListKind) => lists.data.lists.find(each => each.kind === kind);
  return (
    <section aria-labelledby="own-lists-title">
      <h2 id="own-lists-title" className="mb-1 font-semibold">
        My Lists
      </h2>
      <p className="mb-3 text-sm text-muted">
        Upload email addresses and phone numbers. Agents who have one of them leave your lists, files and API.
        We store no contact of your lists, only keyed hashes.
      </p>
      <div className="grid gap-4 md:grid-cols-2">
        {(Object.keys(kinds) as OwnListKind[]).map(kind => (
          <OwnListCard key={kind} kind={kind} list={listOf(kind)} />
        ))}
      </div>
    </section>
  );
}

type OwnListCardProps = { kind: OwnListKind; list: OwnList | undefined };

function OwnListCard({ kind, list }: OwnListCardProps) {
  const [isEditing, setEditing] = useState(false);
  const [isAsking, setAsking] = useState(false);
  const remove = useRemoveOwnList();
  /** Gets the focus when the pressed button goes. */
  const toggle = useRef<HTMLButtonElement>(null);
  const { title, text } = kinds[kind];
  return (
    <Card className="grid content-start gap-3 p-5">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div>
          <h3 className="font-semibold">{title}</h3>
          <p className="text-sm text-muted">{text}</p>
        </div>
        <div className="flex gap-2">
          {list && (
            <Button
              size="sm"
              tone="danger"
              aria-busy={remove.isPending}
              onClick={() => setAsking(!remove.isPending)}
            >
              Remove list
            </Button>
          )}
          <Button ref={toggle} size="sm" aria-expanded={isEditing} onClick={() => setEditing(!isEditing)}>
            {list ? 'Replace list' : 'Add list'}
          </Button>
        </div>
      </div>
      {list && <ListFacts list={list} />}
      {isEditing && (
        <UploadFields
          kind={kind}
          onDone={() => {
            setEditing(false);
            toggle.current?.focus();
          }}
        />
      )}
      {isAsking && (
        <ActionDialog
          title={`Remove '${title}'?`}
          action="Remove"
          onClose={() => setAsking(false)}
          onAction={() => {
            remove.mutate(kind, { onSuccess: () => toggle.current?.focus() });
            setAsking(false);
          }}
        >
          Its agents come back into your lists, files and API. We cannot restore the list; you can upload it
          again.
        </ActionDialog>
      )}
    </Card>
  );
}

function ListFacts({ list }: { list: OwnList }) {
  return (
    <>
      <p className="text-sm text-muted">
        Uploaded <Ago instant={list.uploadedAt} />
      </p>
      <p role="status" className="text-sm">
        {plural(list.emails, 'email address', 'email addresses')} and {plural(list.phones, 'phone number')}.{' '}
        {list.isMatched
          ? `It leaves out ${plural(list.agents, 'agent')} in your ZIP codes.`
          : 'We are looking for its agents.'}
      </p>
      {!list.isReadable && (
        <NoticeBox tone="danger">
          Please upload this list again: we cannot compare new agents with it.
        </NoticeBox>
      )}
      {list.rejected > 0 && (
        <details className="text-sm">
          <summary>{plural(list.rejected, 'line was not read', 'lines were not read')}</summary>
          <ul className="mt-1 max-h-48 overflow-y-auto text-muted">
            {list.reasons.map(({ line, reason }) => (
              <li key={line}>
                Line {line}: {reason}
              </li>
            ))}
          </ul>
        </details>
      )}
    </>
  );
}

function UploadFields({ kind, onDone }: { kind: OwnListKind; onDone: () => void }) {
  const id = useId();
  const [text, setText] = useState('');
  const upload = useUploadOwnList();
  const send = (file: File) => upload.mutate({ kind, file }, { onSuccess: onDone });
  return (
    <div className="grid gap-3">
      <FileDrop label="Choose a CSV file" accept=".csv,.txt,text/csv,text/plain" onFile={send} />
      <label htmlFor={id} className="text-sm font-semibold">
        Or paste the contacts, one a line
      </label>
      <textarea
        id={id}
        rows={4}
        className={controlStyle}
        value={text}
        onChange={event => setText(event.target.value)}
      />
      <Button
        tone="accent"
        disabled={text.trim() === '' || upload.isPending}
        onClick={() => send(new File([text], 'pasted contacts', { type: 'text/plain' }))}
      >
        {upload.isPending ? 'Saving...' : 'Save list'}
      </Button>
    </div>
  );
}

import { useQuery } from '@tanstack/react-query';
import { useRef } from 'react';
import { Button } from '../../../ui/button.tsx';
import { FailedRows, LoadingRows } from '../row-states.tsx';
import { sessionsQuery, useEndOtherSessions, useEndSession } from './queries.ts';
import { SessionRow } from './session-row.tsx';

export default function SessionList() {
  const list = useQuery(sessionsQuery);
  const end = useEndSession();
  const endOthers = useEndOtherSessions();
  const items = useRef<HTMLUListElement>(null);
  const focusList = () => items.current?.focus();
  if (list.isPending) return <LoadingRows label="Loading your devices" />;
  if (list.isError) return <FailedRows title="Your devices could not be loaded" query={list} />;
  const sessions = list.data.sessions.toSorted((a, b) => Number(b.isCurrent) - Number(a.isCurrent));
  return (
    <div className="grid gap-5">
      <ul
        ref={items}
        tabIndex={-1}
        aria-label="Devices"
        className="divide-y divide-line rounded-lg outline-none"
      >
        {sessions.map(session => (
          <li key={session.id} className="py-4 first:pt-0 last:pb-0">
            <SessionRow
              session={session}
              isEnding={end.isPending && end.variables === session.id}
              onEnd={() => end.mutate(session.id, { onSuccess: focusList })}
            />
          </li>
        ))}
      </ul>
      {sessions.length > 1 && (
        <Button
          tone="danger"
          className="justify-self-start"
          disabled={endOthers.isPending}
          onClick={() => endOthers.mutate(undefined, { onSuccess: focusList })}
        >
          {endOthers.isPending ? 'Signing out...' : 'Sign out everywhere else'}
        </Button>
      )}
    </div>
  );
}

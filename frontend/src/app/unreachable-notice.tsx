import { useQueryClient } from '@tanstack/react-query';
import { useEffect, useRef, useSyncExternalStore } from 'react';
import { notify } from '../lib/notify.ts';
import { isReachable, noteNoReply, onReachability } from '../lib/reachability.ts';
import { sessionQuery } from '../lib/session.ts';
import { NoticeBox } from '../ui/notice-box.tsx';

const back = { title: 'Connected again', description: 'What was missing is loaded now.' };

/** Says that nothing replies; once something does, what failed meanwhile is read again. */
export function UnreachableNotice() {
  const isThere = useSyncExternalStore(onReachability, isReachable, () => true);
  const queryClient = useQueryClient();
  const wasAway = useRef(false);
  useEffect(() => {
    if (!isThere) wasAway.current = true;
    else if (wasAway.current) {
      wasAway.current = false;
      notify({ ...back, tone: 'positive' });
      // A user who could not be read looks like a visitor.
      void queryClient.invalidateQueries({ queryKey: sessionQuery.queryKey });
      void queryClient.refetchQueries({ predicate: ({ state }) => state.status === 'error' });
    }
  }, [isThere, queryClient]);
  useEffect(() => {
    // While the browser itself is offline, queries wait and nothing fails.
    window.addEventListener('offline', noteNoReply);
    return () => window.removeEventListener('offline', noteNoReply);
  }, []);
  if (isThere) return null;
  return (
    <div className="sticky top-16 z-20 bg-canvas px-4 py-2 sm:px-6">
      <NoticeBox tone="danger" title="ClosingWire cannot be reached" className="mx-auto max-w-7xl">
        Your connection or our service is down. We try again every few seconds; you can leave this page open.
      </NoticeBox>
    </div>
  );
}

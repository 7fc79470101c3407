import type { Closing } from '@closingwire/contracts/lead';
import { lazy, Suspense, useState } from 'react';
import type { ClosingActions } from './row-cells.tsx';

const AgentDialog = lazy(() => import('./agent-dialog.tsx'));
const FlagDialog = lazy(() => import('./flag-dialog.tsx'));

export function useClosingDialogs() {
  const [shown, setShown] = useState<Closing | null>(null);
  const [flagged, setFlagged] = useState<Closing | null>(null);
  const actions: ClosingActions = { onDetails: setShown, onFlag: setFlagged };
  const dialogs = (
    <Suspense fallback={null}>
      {shown && <AgentDialog closing={shown} onClose={() => setShown(null)} />}
      {flagged && <FlagDialog closing={flagged} onClose={() => setFlagged(null)} />}
    </Suspense>
  );
  return { actions, dialogs };
}

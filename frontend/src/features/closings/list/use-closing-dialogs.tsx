import type { Closing } from '@closingwire/contracts/lead';
import { useState } from 'react';
import { AgentDialog } from './agent-dialog.tsx';
import { FlagDialog } from './flag-dialog.tsx';
import type { ClosingActions } from './row-cells.tsx';

export function useClosingDialogs() {
  const [shown, setShown] = useState<Closing | null>(null);
  const [flagged, setFlagged] = useState<Closing | null>(null);
  const actions: ClosingActions = { onDetails: setShown, onFlag: setFlagged };
  const dialogs = (
    <>
      {shown && <AgentDialog closing={shown} onClose={() => setShown(null)} />}
      {flagged && <FlagDialog closing={flagged} onClose={() => setFlagged(null)} />}
    </>
  );
  return { actions, dialogs };
}

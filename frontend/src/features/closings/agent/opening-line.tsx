import type { AgentPage } from '@closingwire/contracts/agent-page';
import type { TodaySide } from '@closingwire/contracts/today-names';
import { useLocation } from 'react-router-dom';
import { Card } from '../../../ui/card.tsx';
import { CopyField } from '../../../ui/copy-field.tsx';
import { openingText } from './opening-text.ts';

/** Words for the first contact, to copy. From a filtered Today they are about a deal of its side. */
export function OpeningLine({ agent }: { agent: AgentPage }) {
  const { state } = useLocation();
  const text = openingText(agent, new Date(), (state as { side?: TodaySide | null } | null)?.side);
  if (!text) return null;
  return (
    <Card className="p-5 print:hidden">
      <CopyField
        label="Opening line"
        hint="From the newest deal. Change it as you like."
        value={text}
        copied="The opening line is in the clipboard."
        isLong
        isProse
      />
    </Card>
  );
}

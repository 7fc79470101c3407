import type { AgentPage } from '@closingwire/contracts/agent-page';
import { MessageSquare, Phone, PhoneOff } from 'lucide-react';
import { smsTo, telTo } from '../../../lib/dial.ts';
import { Button } from '../../../ui/button.tsx';
import { NoticeBox } from '../../../ui/notice-box.tsx';
import { Contact, EmailContact } from '../today/agent-row.tsx';
import { useUndoOutcome } from '../today/queries.ts';
import { barringOutcome } from './barring-outcome.ts';

/** The ways to reach an agent, or the user's mark that forbids them. */
export function AgentContacts({ agent }: { agent: AgentPage }) {
  const barring = barringOutcome(agent);
  if (barring) return <Barred outcomeId={barring.id} />;
  const isMarked = (field: string) => agent.mustNotCall?.some(marked => marked.field === field) ?? false;
  const { fullName, mobile, phone } = agent;
  return (
    <div className="grid grid-cols-2 gap-2">
      {mobile && (
        <Call fullName={fullName} kind="mobile" number={mobile} isMarked={isMarked('mobile')} isFirst />
      )}
      {(phone || !mobile) && (
        <Call
          fullName={fullName}
          kind="office"
          number={phone}
          isMarked={isMarked('phone')}
          isFirst={!mobile}
        />
      )}
      <Contact href={mobile && !isMarked('mobile') && smsTo(mobile)} label={`Text ${fullName}`}>
        <MessageSquare aria-hidden /> Text
      </Contact>
      <EmailContact agent={agent} />
    </div>
  );
}

type CallProps = {
  fullName: string;
  kind: 'mobile' | 'office';
  number: string | null;
  isMarked: boolean;
  isFirst: boolean;
};

function Call({ fullName, kind, number, isMarked, isFirst }: CallProps) {
  const words = isMarked ? `Don't call ${kind}` : `Call ${kind}`;
  return (
    <Contact
      href={number && !isMarked && telTo(number)}
      label={`${words} of ${fullName}`}
      isRefused={isMarked}
      tone={isFirst ? 'accent' : 'outline'}
    >
      {isMarked ? <PhoneOff aria-hidden /> : <Phone aria-hidden />}
      {words}
    </Contact>
  );
}

function Barred({ outcomeId }: { outcomeId: string }) {
  const undo = useUndoOutcome();
  return (
    <NoticeBox
      tone="caution"
      title={'You marked this agent "Do not call".'}
      actions={
        <Button size="sm" disabled={undo.isPending} onClick={() => undo.mutate(outcomeId)}>
          Remove the mark
        </Button>
      }
    >
      Your lists, files and API leave the agent out.
    </NoticeBox>
  );
}

import type { Outcome, TodayAgent } from '@closingwire/contracts/today';
import type { OutcomeKind, TodaySide } from '@closingwire/contracts/today-names';
import { outcomeKinds } from '@closingwire/contracts/today-names';
import { Check, Mail, MessageSquare, Phone, PhoneOff } from 'lucide-react';
import { lazy, type ReactNode, Suspense, useRef, useState } from 'react';
import { Link } from 'react-router-dom';
import { smsTo, telTo } from '../../../lib/dial.ts';
import { mailTo } from '../../../lib/mail-to.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button, buttonStyle } from '../../../ui/button.tsx';
import { AGENT_LINK } from './agent-link.ts';
import type { Change } from './queries.ts';
import { historyOf, isBarred, outcomeLabels, placeOf, reasonsOf } from './reasons.ts';
import { WatchToggle } from './watch-toggle.tsx';

const BarredRow = lazy(() => import('./barred-row.tsx'));
const FollowUpDay = lazy(() => import('./follow-up-day.tsx'));
const FollowUp = lazy(() => import('./follow-up.tsx'));

type RowActions = {
  /** Called before a press changes the agent. */
  onUse: () => void;
  onOutcome: (agent: TodayAgent, outcome: OutcomeKind) => void;
  onFollowUp: (last: Outcome, change: Change, onSaved: () => void) => void;
};

type AgentRowProps = RowActions & { agent: TodayAgent; isPromised: boolean; side: TodaySide | null };

/** One agent: the reason to call, the ways to do so, and the outcome. */
export function AgentRow({ agent, isPromised, side, onUse, onOutcome, onFollowUp }: AgentRowProps) {
  const [isOpen, setOpen] = useState(false);
  const row = useRef<HTMLLIElement>(null);
  // After a press the row keeps its height, so that the next one does not move up under the finger.
  const [minHeight, setMinHeight] = useState(0);
  const history = historyOf(agent);
  const held = agent.isDone ? agent.last?.outcome : undefined;
  /** The pressed button says it all. */
  const isPlain = held && !agent.last?.followUpOn;
  if (isBarred(agent)) {
    return (
      <li className="px-5 py-4" style={{ minHeight }}>
        <Suspense fallback={null}>
          <BarredRow agent={agent} isPressed={minHeight > 0} />
        </Suspense>
      </li>
    );
  }
  return (
    <li
      ref={row}
      style={{ minHeight }}
      className="grid content-start gap-3 px-5 py-4 lg:grid-cols-[minmax(0,1fr)_auto] lg:items-center"
    >
      <div className="min-w-0">
        <p className="flex flex-wrap items-center gap-x-2 gap-y-1">
          <Link
            to={`/agent/${agent.agentId}`}
            state={{ isFromToday: true, side }}
            className="font-semibold underline-offset-4 hover:underline"
            {...{ [AGENT_LINK]: agent.agentId }}
          >
            {agent.fullName}
          </Link>
          {agent.news && <Badge tone="accent">{agent.news === 'agent' ? 'New' : 'New deal'}</Badge>}
          {isPromised && agent.last?.followUpOn && (
            <Suspense fallback={null}>
              <FollowUpDay day={agent.last.followUpOn} />
            </Suspense>
          )}
          {agent.isDue && !isPromised && <Badge tone="caution">Follow up</Badge>}
          {history && !agent.isDue && !isPlain && !isPromised && (
            <Badge>
              <Check aria-hidden /> {history}
            </Badge>
          )}
          <WatchToggle agent={agent} onUse={onUse} />
        </p>
        <p className="text-sm text-pretty">
          {reasonsOf(isPromised ? { ...agent, isDue: false } : agent, side).join(' · ')}
        </p>
        <p className="truncate text-sm text-muted">{placeOf(agent)}</p>
        {agent.last?.note && <p className="mt-1 text-sm break-words text-muted">“{agent.last.note}”</p>}
      </div>
      <div className="grid gap-2 lg:w-96">
        <Contacts agent={agent} />
        <Outcomes
          agent={agent}
          held={held}
          onOutcome={outcome => {
            onUse();
            setMinHeight(row.current?.offsetHeight ?? 0);
            if (outcome !== held) onOutcome(agent, outcome);
            setOpen(outcome !== 'do-not-call');
          }}
        />
      </div>
      {isOpen && agent.last && (
        <Suspense fallback={null}>
          <FollowUp
            key={agent.last.id}
            name={agent.fullName}
            last={agent.last}
            onSave={(change, onSaved) => {
              onUse();
              if (agent.last) onFollowUp(agent.last, change, onSaved);
            }}
            onClose={() => setOpen(false)}
          />
        </Suspense>
      )}
    </li>
  );
}

type Reachable = Pick<TodayAgent, 'fullName' | 'email' | 'mobile' | 'phone' | 'mustNotCall' | 'isEmailWrong'>;

/** The ways to reach an agent, as large targets. */
export function Contacts({ agent }: { agent: Reachable }) {
  const number = agent.mobile ?? agent.phone;
  const isMarked = agent.mustNotCall?.some(({ field }) => field === (agent.mobile ? 'mobile' : 'phone'));
  const callable = number && !isMarked ? telTo(number) : undefined;
  const textable = agent.mobile && !isMarked ? smsTo(agent.mobile) : undefined;
  return (
    <div className="grid grid-cols-3 gap-2">
      <Contact href={callable} label={`Call ${agent.fullName}`} tone="accent">
        {isMarked ? <PhoneOff aria-hidden /> : <Phone aria-hidden />} {isMarked ? "Don't call" : 'Call'}
      </Contact>
      <Contact href={textable} label={`Text ${agent.fullName}`}>
        <MessageSquare aria-hidden /> Text
      </Contact>
      <EmailContact agent={agent} />
    </div>
  );
}

/** Writes to the agent, unless an admin confirmed the email as wrong. */
export function EmailContact({
  agent: { fullName, email, isEmailWrong = false },
}: {
  agent: Pick<Reachable, 'fullName' | 'email' | 'isEmailWrong'>;
}) {
  return (
    <Contact
      href={email && !isEmailWrong && mailTo(email)}
      label={isEmailWrong ? `Wrong email of ${fullName}` : `Email ${fullName}`}
      isRefused={isEmailWrong}
    >
      <Mail aria-hidden /> {isEmailWrong ? 'Wrong' : 'Email'}
    </Contact>
  );
}

type ContactProps = {
  href: string | false | null | undefined;
  label: string;
  tone?: 'accent' | 'outline';
  /** On record, but not to be used. */
  isRefused?: boolean;
  children: ReactNode;
};

/** A large target; without the contact it stays in place, disabled. */
export function Contact({ href, label, tone = 'outline', isRefused = false, children }: ContactProps) {
  const look = `${buttonStyle({ tone, size: 'md' })} h-11`;
  if (!href) {
    return (
      <Button disabled aria-label={isRefused ? label : `${label}: not on record`} className="h-11">
        {children}
      </Button>
    );
  }
  return (
    <a href={href} aria-label={label} className={look}>
      {children}
    </a>
  );
}

type OutcomesProps = {
  agent: Pick<TodayAgent, 'fullName'>;
  held: OutcomeKind | undefined;
  /** 'Do not call' holds, so that no other outcome can be noted. */
  isBarred?: boolean;
  onOutcome: (outcome: OutcomeKind) => void;
};

/** One press notes an outcome; the pressed one holds. */
export function Outcomes({ agent, held, isBarred: isRefused, onOutcome }: OutcomesProps) {
  return (
    <fieldset
      aria-label={`Outcome with ${agent.fullName}`}
      className="grid grid-cols-3 gap-2 min-[360px]:grid-cols-[repeat(5,auto)]"
    >
      {outcomeKinds.map(outcome => (
        <Button
          key={outcome}
          size="sm"
          tone={held === outcome ? 'ink' : 'outline'}
          className="h-11! px-1! text-xs! leading-tight font-medium whitespace-normal!"
          aria-pressed={held === outcome}
          disabled={isRefused && held !== outcome}
          onClick={() => onOutcome(outcome)}
        >
          {outcomeLabels[outcome]}
        </Button>
      ))}
    </fieldset>
  );
}

import type { TodayAgent } from '@closingwire/contracts/today';
import { useEffect, useRef } from 'react';
import { Link } from 'react-router-dom';
import { Button } from '../../../ui/button.tsx';
import { linkStyle } from '../../../ui/text-link.tsx';
import { AGENT_LINK } from './agent-link.ts';
import { useUndoOutcome } from './queries.ts';

type BarredRowProps = { agent: TodayAgent; isPressed: boolean };

/** A row whose agent the user marked 'do not call'. After the press its text has the focus, since the button is gone. */
export default function BarredRow({ agent, isPressed }: BarredRowProps) {
  const text = useRef<HTMLParagraphElement>(null);
  const undo = useUndoOutcome();
  const { agentId, fullName, last } = agent;
  useEffect(() => {
    if (isPressed) text.current?.focus({ preventScroll: true });
  }, [isPressed]);
  return (
    <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
      <p ref={text} tabIndex={-1} className="min-w-0 break-words text-muted outline-none">
        Marked do not call:{' '}
        <Link
          to={`/agent/${agentId}`}
          state={{ isFromToday: true }}
          className={linkStyle}
          {...{ [AGENT_LINK]: agentId }}
        >
          {fullName}
        </Link>
      </p>
      <Button
        size="sm"
        aria-label={`Undo do not call: ${fullName}`}
        disabled={undo.isPending}
        onClick={() => last && undo.mutate(last.id)}
      >
        Undo
      </Button>
    </div>
  );
}

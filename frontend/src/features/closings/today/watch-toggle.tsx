import type { TodayAgent } from '@closingwire/contracts/today';
import { Bell } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { useWatch } from './watch-queries.ts';

type WatchToggleProps = { agent: TodayAgent; onUse: () => void };

/** Watches an agent, or no longer. */
export function WatchToggle({ agent, onUse }: WatchToggleProps) {
  const watch = useWatch(agent);
  return (
    <Button
      size="sm"
      tone={agent.isWatched ? 'ink' : 'quiet'}
      className={`-my-1 ml-auto px-2! font-medium! ${agent.isWatched ? '' : 'text-muted!'}`}
      aria-label={`Watch ${agent.fullName}`}
      aria-pressed={agent.isWatched}
      // A disabled button would lose the focus.
      aria-busy={watch.isPending}
      onClick={() => {
        if (watch.isPending) return;
        onUse();
        watch.mutate(!agent.isWatched);
      }}
    >
      <Bell aria-hidden fill={agent.isWatched ? 'currentColor' : 'none'} /> Watch
    </Button>
  );
}

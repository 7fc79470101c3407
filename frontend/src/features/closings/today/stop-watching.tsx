import type { TodayAgent } from '@closingwire/contracts/today';
import { EyeOff } from 'lucide-react';
import { Button } from '../../../ui/button.tsx';
import { useWatch } from './watch-queries.ts';

/** Takes an agent off the watched ones. */
export default function StopWatching({ agent }: { agent: TodayAgent }) {
  const watch = useWatch(agent);
  return (
    <Button
      size="sm"
      className="mt-2"
      aria-label={`Stop watching ${agent.fullName}`}
      disabled={watch.isPending}
      onClick={() => watch.mutate(false)}
    >
      <EyeOff aria-hidden /> Stop watching
    </Button>
  );
}

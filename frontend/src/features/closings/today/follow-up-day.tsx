import { Badge } from '../../../ui/badge.tsx';
import { followUpText } from './follow-up-text.ts';

/** The promised day in words. */
export default function FollowUpDay({ day }: { day: string }) {
  const { text, isLate, isToday } = followUpText(day, new Date());
  return <Badge tone={isLate ? 'danger' : isToday ? 'caution' : 'neutral'}>{text}</Badge>;
}

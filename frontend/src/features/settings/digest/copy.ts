import type { DigestReply, DigestSent } from '@closingwire/contracts/digest';

const emptyView = 'You no longer have any ZIP code of your view. Choose another view, or all ZIP codes.';

/** Writes an instant in the time zone of the email, which need not be the browser's. */
const atIn = (instant: string, timeZone: string | null) =>
  new Date(instant).toLocaleString('en-US', {
    dateStyle: 'medium',
    timeStyle: 'short',
    timeZone: timeZone ?? undefined,
  });

/** Says why no email comes although one is chosen; undefined if it comes. */
function obstacleOf({ areListsClosed, isViewEmpty }: DigestReply, isMailed: boolean): string | undefined {
  if (!isMailed) return 'No email comes while email notifications are off.';
  if (areListsClosed) return 'No email comes while your lists are closed.';
  return isViewEmpty ? `No email comes. ${emptyView}` : undefined;
}

/** Says when the next email comes, or why none comes. `isMailed`: the user's email notifications are on. */
export function whenText(digest: DigestReply, isMailed: boolean): string {
  const { frequency, nextAt, lastSentAt, timeZone } = digest;
  const last = lastSentAt ? ` The last was sent ${atIn(lastSentAt, timeZone)}.` : '';
  const obstacle = frequency === 'off' ? undefined : obstacleOf(digest, isMailed);
  return (obstacle ?? (nextAt ? `The next is due ${atIn(nextAt, timeZone)}.` : 'None is due.')) + last;
}

/** Counts what an email has, such as '2 new agents, 1 agent with another sale and 3 follow-ups'. */
function partsText({ newAgents, newDeals, followUps }: DigestSent): string {
  const parts = [
    newAgents > 0 && `${newAgents} new ${newAgents === 1 ? 'agent' : 'agents'}`,
    newDeals > 0 && `${newDeals} ${newDeals === 1 ? 'agent' : 'agents'} with another sale`,
    followUps > 0 && `${followUps} ${followUps === 1 ? 'follow-up' : 'follow-ups'}`,
  ].filter(part => part !== false);
  return [parts.slice(0, -1).join(', '), ...parts.slice(-1)].filter(Boolean).join(' and ');
}

export function sentText(reply: DigestSent): { title: string; description: string } {
  const { sent, reason } = reply;
  if (sent) return { title: 'On its way', description: `The email has ${partsText(reply)}.` };
  if (reason === 'notices-off')
    return { title: 'Not sent', description: 'Turn email notifications on first.' };
  if (reason === 'view-empty') return { title: 'Not sent', description: emptyView };
  return {
    title: 'Nothing new',
    description: 'No agent is new and no follow-up is due since your last email, so none is sent.',
  };
}

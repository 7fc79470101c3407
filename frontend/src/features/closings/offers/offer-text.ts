const time = new Intl.DateTimeFormat('en-US', { timeStyle: 'short' });

/** Says until when a ZIP is free for the user; an offer ends within a day. */
export function offerText(zipCode: string, offerEndsAt: string, now: Date): string {
  const end = new Date(offerEndsAt);
  const day = end.toDateString() === now.toDateString() ? 'today' : 'tomorrow';
  return `${zipCode} is free for you until ${time.format(end)} ${day}.`;
}

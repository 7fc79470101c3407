const end = new Intl.DateTimeFormat('en-US', {
  weekday: 'short',
  month: 'short',
  day: 'numeric',
  hour: 'numeric',
  minute: '2-digit',
});

/** Says until when a ZIP is free for the user. It names the day, so that it stays true overnight. */
export const offerText = (zipCode: string, offerEndsAt: string): string =>
  `${zipCode} is free for you until ${end.format(new Date(offerEndsAt))}.`;

const day = new Intl.DateTimeFormat('en-US', { dateStyle: 'long', timeZone: 'UTC' });

/** 'March 5, 2026', of an instant in UTC. */
export const calendarDay = (at: string) => day.format(new Date(at));

// Admins end a license at the midnight after its last day, in a time zone of the US. Just before the midnight of any of
// them, it is the last day in Honolulu.
const format = new Intl.DateTimeFormat('en-US', { timeZone: 'Pacific/Honolulu', dateStyle: 'medium' });

/** Returns the last day of a license, as the admin chose it. */
export const lastDayOf = (expiresAt: string): string => format.format(Date.parse(expiresAt) - 1);

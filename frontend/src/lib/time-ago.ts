const relative = new Intl.RelativeTimeFormat('en-US', { numeric: 'auto' });

const steps: [unit: Intl.RelativeTimeFormatUnit, seconds: number][] = [
  ['year', 365 * 24 * 3600],
  ['month', 30 * 24 * 3600],
  ['day', 24 * 3600],
  ['hour', 3600],
  ['minute', 60],
];

/** Returns the age of an instant in the largest unit; 'just now' within a minute. */
export function timeAgo(instant: string, now: Date): string {
  const seconds = (now.getTime() - new Date(instant).getTime()) / 1000;
  const [unit, size] = steps.find(([, length]) => seconds >= length) ?? [];
  return unit && size ? relative.format(-Math.floor(seconds / size), unit) : 'just now';
}

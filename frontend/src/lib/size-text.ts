const THOUSAND = 1_000;
const units = ['byte', 'kilobyte', 'megabyte', 'gigabyte'] as const;

/** Formats a number of bytes, such as "3.2 MB". */
export function sizeText(bytes: number): string {
  const power = bytes < THOUSAND ? 0 : Math.floor(Math.log10(bytes) / Math.log10(THOUSAND));
  const at = Math.min(power, units.length - 1);
  const value = bytes / THOUSAND ** at;
  return value.toLocaleString('en-US', {
    style: 'unit',
    unit: units[at],
    unitDisplay: at === 0 ? 'long' : 'short',
    maximumFractionDigits: value < 10 && at > 0 ? 1 : 0,
  });
}

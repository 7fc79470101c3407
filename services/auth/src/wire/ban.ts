const unitMs = { h: 3_600_000, m: 60_000, s: 1_000, ms: 1 } as const;

/** When a ban of this duration ('24h', '1h30m', 'none') ends: null for no ban, undefined for no duration. */
export function banEnd(duration: string, now: Date): Date | null | undefined {
  if (duration === 'none') return null;
  if (!/^(\d+(\.\d+)?(h|ms|m|s))+$/.test(duration)) return undefined;
  const parts = [...duration.matchAll(/(\d+(?:\.\d+)?)(h|ms|m|s)/g)];
  const ms = parts.reduce(
    (sum, [, count, unit]) => sum + Number(count) * unitMs[unit as keyof typeof unitMs],
    0,
  );
  const end = new Date(now.getTime() + ms);
  return Number.isNaN(end.getTime()) ? undefined : end;
}

type Cause = { field: string; expected: string | null; days: number | null };

/** Returns for example "Only property.price: Expected a price. Only deliveries of the last 7 days." */
export function causeText({ field, expected, days }: Cause): string {
  const cause = [field, expected].filter(Boolean).join(': ');
  return [
    ...(expected === null ? [] : [`Only ${cause.replace(/\.$/, '')}.`]),
    ...(days === null ? [] : [`Only deliveries of the last ${days === 1 ? 'day' : `${days} days`}.`]),
  ].join(' ');
}

import type { CorrectableField, FlaggedClosing } from '@closingwire/contracts/flagged-closings';
import type { LeadFlag } from '@closingwire/contracts/screen-api';
import { formatDay, toDay } from '../../../lib/dates.ts';
import { formatUsd } from '../../../lib/money.ts';

export const fieldLabels: Record<CorrectableField, string> = {
  price: 'Price, USD',
  address1: 'Address',
  fullName: "Agent's name",
  brokerageName: 'Brokerage',
  email: 'Email',
  mobile: 'Mobile',
  phone: 'Office phone',
};

/** Returns a corrected field with its value now. */
function correctedText(field: CorrectableField, value: string | number | null): string {
  const label = fieldLabels[field].replace(', USD', '').toLowerCase();
  if (value === null || value === '') return `${label}, now none`;
  return `${label}, now ${typeof value === 'number' ? formatUsd(value) : value}`;
}

/** Returns what an admin must know of the closing of a flag. */
export function closingTexts(closing: FlaggedClosing): string[] {
  const { address1, city, soldDate, price, hidden, corrected } = closing;
  const sum = price === null ? 'price not disclosed' : formatUsd(price);
  const by = hidden?.by ? ` by ${hidden.by}` : '';
  return [
    `${address1}, ${city}, sold ${formatDay(soldDate)}, ${sum}`,
    ...(hidden ? [`Hidden from customers on ${formatDay(toDay(new Date(hidden.at)))}${by}`] : []),
    ...corrected.map(({ field }) => `Corrected: ${correctedText(field, closing[field])}`),
  ];
}

/** Returns the text that finds the stored rows of a flag's agent. The flag keeps contacts as they were reported. */
export function agentSearch({ agent, closing }: Pick<LeadFlag, 'agent' | 'closing'>): string {
  const { email, phone, fullName } = closing ? { ...closing, phone: closing.mobile || closing.phone } : agent;
  return email || phone || fullName;
}

type Values = Record<CorrectableField, string>;

/** Returns the values of the form, empty where the closing has none. */
export const valuesOf = (closing: FlaggedClosing): Values => ({
  price: closing.price === null ? '' : String(closing.price),
  address1: closing.address1,
  fullName: closing.fullName,
  brokerageName: closing.brokerageName ?? '',
  email: closing.email ?? '',
  mobile: closing.mobile ?? '',
  phone: closing.phone ?? '',
});

/** Returns a typed price in USD; undefined if it is no whole sum. */
export function priceOf(text: string): number | null | undefined {
  const digits = text.replace(/[$,\s]/g, '');
  if (digits === '') return null;
  return /^\d{4,11}$/.test(digits) ? Number(digits) : undefined;
}

/** Returns the changed fields of a form; only they become corrections. */
export function changedFields(before: FlaggedClosing, values: Values) {
  const stored = valuesOf(before);
  const texts = Object.entries(values).filter(
    ([field, value]) => field !== 'price' && value.trim() !== stored[field as CorrectableField],
  );
  const price = priceOf(values.price);
  return {
    ...Object.fromEntries(texts.map(([field, value]) => [field, value.trim() || null])),
    ...(price !== undefined && price !== before.price && { price }),
  };
}

/** Returns what the sources say about a corrected field. */
export function sourceText({ corrected }: FlaggedClosing, field: CorrectableField): string | undefined {
  const found = corrected.find(one => one.field === field);
  if (!found) return undefined;
  if (found.was === null) return 'Corrected. The sources give none.';
  return `Corrected. The sources say ${typeof found.was === 'number' ? formatUsd(found.was) : found.was}.`;
}

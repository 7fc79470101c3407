import { wholeDigits } from './text.ts';

export const SQFT_OF_ACRE = 43_560;

/** Units that a number may carry, and how many of a field's unit one of them is. */
const units: readonly { pattern: RegExp; of: Record<string, number> }[] = [
  {
    pattern: /\s*(?:sq\.?\s*(?:ft|feet|foot)\.?|square\s+feet|sqft|s\.?f\.?|ft²|ft2)$/i,
    of: { sqft: 1, lotSize: 1 / SQFT_OF_ACRE },
  },
  { pattern: /\s*(?:acres?|ac\.?)$/i, of: { lotSize: 1 } },
  { pattern: /\s*(?:bedrooms?|beds?|bds?|br)\.?$/i, of: { beds: 1 } },
  { pattern: /\s*(?:bathrooms?|baths?|ba)\.?$/i, of: { baths: 1 } },
];

const scales: Record<string, number> = { k: 1e3, thousand: 1e3, m: 1e6, mm: 1e6, mil: 1e6, million: 1e6 };

const plain = /^(?:\d+(?:\.\d*)?|\.\d+)$/;
/** Thousands in groups, with a sign between them that is not the sign of the decimals. */
const grouped = /^\d{1,3}(?:(?:,\d{3})+|(?: \d{3})+|(?:['’]\d{3})+)(?:\.\d+)?$/;
/** The same as much of Europe writes it; one group alone may be decimals and is not read. */
const european = /^(?:\d{1,3}(?:\.\d{3})+,\d{1,2}|\d{1,3}(?:\.\d{3}){2,}|\d+,\d{1,2})$/;

/** Reads `1180`, `.25`, `1,180`, `1 180.5`, `1.180,00`. */
function parsePlain(text: string): number | undefined {
  if (plain.test(text)) return Number(text);
  if (grouped.test(text)) return Number(text.replace(/[, '’]/g, ''));
  if (european.test(text)) return Number(text.replace(/\./g, '').replace(',', '.'));
  const digits = wholeDigits(text);
  return digits !== undefined && plain.test(digits) ? Number(digits) : undefined;
}

/** Reads an amount in USD: `$640,000`, `640000 USD`, `1.2M`, `450k`. */
export function parseAmount(text: string): number | undefined {
  const bare = text.replace(/^(?:USD|US ?\$|\$)\s*/i, '').replace(/\s*(?:USD|US ?\$|\$|dollars)$/i, '');
  const [, number = bare, scale] = /^([\d.,]+)\s*(k|thousand|mm|m|mil|million)$/i.exec(bare) ?? [];
  const value = parsePlain(number);
  return value === undefined || !scale ? value : Math.round(value * (scales[scale.toLowerCase()] ?? 1));
}

const fullAndHalf = /^(\d+)\s*f(?:ull)?\b[\s,/&+]*(?:and\s*)?(\d+)\s*(?:h|half|partial)$/i;

/** Reads `2 1/2`, `2½`, `2 full, 1 half` and `2F 1H` as 2.5: a half bath counts half. */
function parseBaths(text: string): number | undefined {
  const [, whole] = /^(\d+)(?: 1\/2|\s*½)$/.exec(text) ?? [];
  if (whole) return Number(whole) + 0.5;
  const [, full, half] = fullAndHalf.exec(text) ?? [];
  return full ? Number(full) + Number(half) / 2 : undefined;
}

/** Reads a number, with its unit if it fits the field: `1,180 sq ft`, `0.25 acres`, `3 beds`. */
export function parseNumber(text: string, field: string): number | undefined {
  const value = parsePlain(text);
  if (value !== undefined) return value;
  if (field === 'beds' && /^studio$/i.test(text)) return 0;
  const unit = units.find(({ pattern, of }) => of[field] !== undefined && pattern.test(text));
  const bare = unit ? text.replace(unit.pattern, '') : text;
  const number = (unit && parsePlain(bare)) ?? (field === 'baths' ? parseBaths(bare) : undefined);
  return number === undefined ? undefined : number * (unit?.of[field] ?? 1);
}

/** One group of three decimals, `1.180`: a whole number is written so in Europe, and nobody knows which is meant. */
export const isDoubtful = (text: string) => /^\d{1,3}\.\d{3}$/.test(text);

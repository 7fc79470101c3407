import type { LeadField } from '@closingwire/contracts/source-lead';
import { parseDay } from './calendar.ts';
import { FieldError, readText } from './field.ts';
import type { RawLead } from './raw-lead.ts';

const email = /^[^\s@"<>(),;:\\[\]]+@[^\s@"<>(),;:\\[\]]+\.[^\s@"<>(),;:\\[\].]+$/;

export function readEmail(raw: RawLead, field: LeadField): string | null {
  const text = readText(raw, field);
  if (text !== null && !email.test(text)) throw new FieldError(field, 'an email address', text);
  return text;
}

/** A US number is written (206) 555-0192, whatever its spelling; any other stays as it is. */
export function readPhone(raw: RawLead, field: LeadField): string | null {
  const text = readText(raw, field);
  if (text === null) return null;
  if (/^\(\d{3}\) \d{3}-\d{4}$/.test(text)) return text;
  const digits = text.replace(/\D/g, '');
  if (digits.length < 7 || digits.length > 20) throw new FieldError(field, 'a phone number', text);
  const us = /^\+?[\d\s().-]+$/.test(text) && /^1?([2-9]\d{2})([2-9]\d{2})(\d{4})$/.exec(digits);
  return us ? `(${us[1]}) ${us[2]}-${us[3]}` : text;
}

/** An http address; one without a scheme gets https. Others, such as `javascript:`, are refused. */
export function readUrl(raw: RawLead, field: LeadField): string | null {
  const text = readText(raw, field);
  if (text === null) return null;
  if (/^https?:\/\/[^\s"'<>]+$/i.test(text)) return text;
  if (/^[a-z0-9-]+(\.[a-z0-9-]+)+(\/[^\s"'<>]*)?$/i.test(text)) return `https://${text}`;
  throw new FieldError(field, 'a web address', text);
}

/** A day that is not after `latest`. */
export function readDay(raw: RawLead, field: LeadField, latest: string): string | null {
  const text = readText(raw, field);
  if (text === null) return null;
  const day = parseDay(text);
  if (!day) throw new FieldError(field, 'a day such as 2026-03-09', text);
  if (day > latest) throw new FieldError(field, `a day not after ${latest}`, text);
  return day;
}

import type { Source, SourceUse } from '@closingwire/contracts/sources';
import type { z } from 'zod';
import { labelsOfUses } from './copy.ts';
import { endAfter, lastDayOf } from './license-end.ts';
import type { sourceFormSchema } from './source-schema.ts';
import { stateCodesIn } from './state-codes.ts';

export type SourceForm = z.input<typeof sourceFormSchema>;

/** A source as an admin describes it. */
export type License = Pick<
  Source,
  'name' | 'license' | 'permittedUses' | 'states' | 'expiresAt' | 'contact' | 'mustBeNamed' | 'trust'
>;

export const uses = Object.keys(labelsOfUses) as SourceUse[];

export const blank: SourceForm = {
  name: '',
  kind: 'key',
  license: '',
  lists: true,
  exports: true,
  api: true,
  states: '',
  lastDay: '',
  contact: '',
  mustBeNamed: false,
  trust: 50,
};

export const formOf = (source: Source): SourceForm => ({
  name: source.name,
  kind: source.kind,
  license: source.license ?? '',
  lists: source.permittedUses.includes('lists'),
  exports: source.permittedUses.includes('exports'),
  api: source.permittedUses.includes('api'),
  states: source.states?.join(', ') ?? '',
  lastDay: lastDayOf(source.expiresAt),
  contact: source.contact ?? '',
  mustBeNamed: source.mustBeNamed,
  trust: source.trust,
});

const orNull = (text: string): string | null => text.trim() || null;

/** Returns the license of a form. An unchanged last day keeps the exact end, which need not be a midnight here. */
export function licenseOf(form: SourceForm, before: Source | undefined): License {
  const states = stateCodesIn(form.states);
  const isSameDay = before !== undefined && form.lastDay === lastDayOf(before.expiresAt);
  return {
    name: form.name.trim(),
    license: orNull(form.license),
    permittedUses: uses.filter(use => form[use]),
    states: states.length === 0 ? null : states,
    expiresAt: isSameDay ? before.expiresAt : endAfter(form.lastDay),
    contact: orNull(form.contact),
    mustBeNamed: form.mustBeNamed,
    trust: form.trust,
  };
}

import { dashboardFileFields, type Field, leadFields } from '@closingwire/contracts/lead-fields';
import type { Plugin } from 'vite';
import { virtualModule } from './virtual-module.ts';

const omitted = ['description', 'example', 'max', 'stored', 'value'];

// The schemas of the fields would bring zod to the page.
const withoutSchema = (fields: readonly Field[]) =>
  JSON.stringify(fields, (name, value) => (omitted.includes(name) ? undefined : value));

/** Serves the table of lead fields without its schemas as `virtual:lead-fields`. */
export function leadFieldFacts(): Plugin {
  const source = `export const dashboardFileFields = ${withoutSchema(dashboardFileFields)}
export const leadFields = ${withoutSchema(leadFields)}`;
  return virtualModule('lead-fields', source);
}

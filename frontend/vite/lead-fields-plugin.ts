import { dashboardFileFields, type Field, leadFields } from '@closingwire/contracts/lead-fields';
import type { Plugin } from 'vite';

const MODULE = 'virtual:lead-fields';

// The schemas of the fields would bring zod to the page.
const withoutSchema = (fields: readonly Field[]) =>
  JSON.stringify(fields, (name, value) =>
    ['column', 'description', 'example', 'max', 'required', 'stored', 'value'].includes(name)
      ? undefined
      : value,
  );

/** Serves the table of lead fields without its schemas as `virtual:lead-fields`. */
export function leadFieldFacts(): Plugin {
  const source = `export const dashboardFileFields = ${withoutSchema(dashboardFileFields)}
export const leadFields = ${withoutSchema(leadFields)}`;
  return {
    name: 'lead-fields',
    resolveId: id => (id === MODULE ? `\0${MODULE}` : null),
    load: id => (id === `\0${MODULE}` ? source : null),
  };
}

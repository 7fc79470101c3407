import { dashboardFileFields, type Field, leadFields } from '@closingwire/contracts/lead-fields';
import type { Plugin } from 'vite';
import { virtualModule } from './virtual-module.ts';

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
  return virtualModule('lead-fields', source);
}

/** Serves what a column of a delivered file can be read as, as `virtual:delivery-fields`. */
export function deliveryFieldFacts(): Plugin {
  const fields = leadFields.map(({ column, group, label, required }) => ({
    column,
    group,
    label,
    isRequired: required !== undefined,
  }));
  return virtualModule('delivery-fields', `export const deliveryFields = ${JSON.stringify(fields)}`);
}

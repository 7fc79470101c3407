import type { Schema } from './input-schema.ts';

const texts: Record<string, string> = {
  email: 'hostile@example.com',
  uuid: '01936b3c-0000-7000-8000-00000000ffff',
  uri: 'https://example.com/',
  'date-time': '2026-03-01T08:00:00Z',
  date: '2026-03-01',
};

/** Valid values by field name, for schemas that say only 'string'. */
const byName: Record<string, string> = {
  email: 'hostile@example.com',
  to: 'hostile@example.com',
  state: 'WA',
  key: 'company_name',
  value: 'https://example.com/hook',
};

/** Returns a valid or nearly valid value of the schema. The kind of refusal matters more than its reason. */
export function exampleOf(schema: Schema, name = ''): unknown {
  const [choice] = schema.anyOf ?? schema.oneOf ?? [];
  if (choice) return exampleOf(choice, name);
  if (schema.allOf) return Object.assign({}, ...schema.allOf.map(one => exampleOf(one)));
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  switch (schema.type) {
    case 'object':
      return Object.fromEntries(
        Object.entries(schema.properties ?? {}).map(([field, inner]) => [field, exampleOf(inner, field)]),
      );
    case 'array':
      return schema.items ? [exampleOf(schema.items, name)] : [];
    case 'integer':
    case 'number':
      return Math.max(1, schema.minimum ?? 1);
    case 'boolean':
      return true;
    case 'string':
      return texts[schema.format ?? ''] ?? byName[name] ?? '98030'.padEnd(schema.minLength ?? 0, '0');
    default:
      return null;
  }
}

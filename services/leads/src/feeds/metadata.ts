import { SaxesParser } from 'saxes';
import { FeedError } from './feed-error.ts';
import { type ResourceName, resourceNames, usedFields } from './reso-fields.ts';

/** The fields of each resource, from `$metadata`. */
export type Metadata = ReadonlyMap<ResourceName, ReadonlySet<string>>;

const local = (name: string) => name.slice(name.indexOf(':') + 1);
const isResource = (name: string | undefined): name is ResourceName =>
  resourceNames.includes(name as ResourceName);

/** Reads the entity types of a CSDL document (https://docs.oasis-open.org/odata/odata-csdl-xml/v4.01/). */
export function parseMetadata(xml: string): Metadata {
  const fields = new Map<ResourceName, Set<string>>();
  let current: Set<string> | undefined;
  const parser = new SaxesParser();
  parser.on('opentag', ({ name, attributes }) => {
    const { Name } = attributes as Record<string, string>;
    if (local(name) === 'EntityType') {
      current = isResource(Name) ? (fields.get(Name) ?? new Set()) : undefined;
      if (current && isResource(Name)) fields.set(Name, current);
    } else if (local(name) === 'Property' && Name !== undefined) current?.add(Name);
  });
  parser.on('closetag', ({ name }) => {
    if (local(name) === 'EntityType') current = undefined;
  });
  parser.on('error', cause => {
    throw new FeedError('away', 'Expected a whole XML document as $metadata', { cause });
  });
  parser.write(xml).close();
  return fields;
}

/** Returns the used fields that a resource has; undefined if `$metadata` does not describe it. */
export function selectableOf(metadata: Metadata, resource: ResourceName): readonly string[] | undefined {
  const known = metadata.get(resource);
  if (!known || known.size === 0) return undefined;
  return usedFields[resource].filter(field => known.has(field));
}

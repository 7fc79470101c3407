import { membersOf } from './enumerations.ts';
import type { Feed } from './feed.ts';
import { type Field, type Resource, type ResourceName, type Row, resources, type Value } from './fields.ts';
import { fieldsOf } from './metadata.ts';
import type { Query } from './query.ts';

type Rendered = Record<string, unknown>;
type Render = (row: Row) => Rendered;

/** Returns a function that makes the JSON object of a row: the selected fields, in the dialect's spelling. */
export function renderOf(feed: Feed, resource: Resource, query: Query): Render {
  const labeled = query.wantsLabels || feed.dialect.enumerations === 'labels';
  const render = renderFields(fieldsOf(resource, feed.dialect), query.select, labeled);
  if (query.expand.length === 0) return render;
  const related = query.expand.map(name => relatedOf(feed, resource, name, labeled));
  return row => Object.assign(render(row), ...related.map(each => each(row)));
}

function renderFields(
  fields: Readonly<Record<string, Field>>,
  select: readonly string[] | undefined,
  labeled: boolean,
): Render {
  const shown = (select ?? Object.keys(fields)).map(name => {
    const enumeration = labeled ? fields[name]?.enumeration : undefined;
    return { name, labels: enumeration && membersOf(enumeration) };
  });
  return row => {
    const rendered: Rendered = {};
    for (const { name, labels } of shown) rendered[name] = labels ? labelOf(row[name], labels) : row[name];
    return rendered;
  };
}

const labelOf = (value: Value | undefined, labels: Readonly<Record<string, string>>) =>
  typeof value === 'string' ? (labels[value] ?? value) : value;

function relatedOf(feed: Feed, { navigation }: Resource, name: string, labeled: boolean): Render {
  const { by, to } = navigation[name] as { by: string; to: ResourceName };
  const table = feed.table(to);
  const render = renderFields(fieldsOf(resources[to], feed.dialect), undefined, labeled);
  return row => {
    const found = table.get(String(row[by]));
    return { [name]: found ? render(found) : null };
  };
}

/** The rows of one piece of a streamed body. */
const ROWS_AT_ONCE = 250;

/** Yields the JSON text of a page, a few hundred rows at a time. */
export function* bodyOf(
  head: object,
  rows: readonly Row[],
  render: Render,
  nextLink: string | undefined,
): Generator<string> {
  yield `${JSON.stringify(head).slice(0, -1)},"value":[`;
  for (let at = 0; at < rows.length; at += ROWS_AT_ONCE) {
    const texts = rows.slice(at, at + ROWS_AT_ONCE).map(row => JSON.stringify(render(row)));
    yield `${at === 0 ? '' : ','}${texts.join(',')}`;
  }
  yield nextLink === undefined ? ']}' : `],"@odata.nextLink":${JSON.stringify(nextLink)}}`;
}

import { nameChanges, type RequestContext } from '@closingwire/chassis/http';
import { type AuditChange, changeOf } from '@closingwire/contracts/audit';
import type { Source } from '@closingwire/contracts/sources';
import { lastDayOf } from './last-day.ts';

type Context = Pick<RequestContext, 'responseHeaders'>;

/** Names the source of a request for the audit log. */
export const nameSource = ({ name }: { name: string }, { responseHeaders }: Context): void =>
  nameChanges([changeOf('source', null, name)], responseHeaders);

const compared = ['license', 'permittedUses', 'states', 'expiresAt', 'mustBeNamed', 'trust'] as const;

type Compared = (typeof compared)[number];

function textOf(source: Pick<Source, Compared>, field: Compared) {
  const value = source[field];
  if (field === 'expiresAt') return source.expiresAt && lastDayOf(source.expiresAt);
  return typeof value === 'object' && value !== null ? value.join(', ') : value;
}

/** Names a new source with its license for the audit log. */
export function nameNewSource(source: Pick<Source, Compared | 'name'>, { responseHeaders }: Context): void {
  const changes = compared.map(field => changeOf(field, null, textOf(source, field)));
  nameChanges(
    [changeOf('source', null, source.name), ...changes.filter(({ to }) => to !== undefined)],
    responseHeaders,
  );
}

/** Names what differs between two states of a source for the audit log. The contact has no values: it may be a person's. */
export function nameSourceChanges(before: Source, after: Source, { responseHeaders }: Context): void {
  const isRenamed = before.name !== after.name;
  const changed = (field: Compared): AuditChange[] => {
    const [from, to] = [textOf(before, field), textOf(after, field)];
    return from === to ? [] : [changeOf(field, from, to)];
  };
  nameChanges(
    [
      changeOf('source', isRenamed ? before.name : null, after.name),
      ...compared.flatMap(changed),
      ...(before.contact === after.contact ? [] : [{ field: 'contact' }]),
    ],
    responseHeaders,
  );
}

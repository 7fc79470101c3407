import { nameChanges, type RequestContext } from '@closingwire/chassis/http';
import { type AuditChange, changeOf } from '@closingwire/contracts/audit';
import type { Source } from '@closingwire/contracts/sources';

type Context = Pick<RequestContext, 'responseHeaders'>;

/** Names the source of a request for the audit log. */
export const nameSource = ({ name }: { name: string }, { responseHeaders }: Context): void =>
  nameChanges([changeOf('source', null, name)], responseHeaders);

const compared = ['license', 'permittedUses', 'states', 'expiresAt', 'mustBeNamed', 'trust'] as const;

const textOf = (value: Source[(typeof compared)[number]]) =>
  typeof value === 'object' && value !== null ? value.join(', ') : value;

/** Names what differs between two states of a source for the audit log. The contact has no values: it may be a person's. */
export function nameSourceChanges(before: Source, after: Source, { responseHeaders }: Context): void {
  const isRenamed = before.name !== after.name;
  const changed = (field: (typeof compared)[number]): AuditChange[] => {
    const [from, to] = [textOf(before[field]), textOf(after[field])];
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

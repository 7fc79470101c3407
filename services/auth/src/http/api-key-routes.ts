import { AppError } from '@closingwire/chassis/app-error';
import type { RequestContext } from '@closingwire/chassis/http';
import { asUser } from '@closingwire/chassis/identity';
import { newId } from '@closingwire/chassis/ids';
import type { Tx } from '@closingwire/chassis/pg';
import type { RequestOrigin } from '@closingwire/chassis/request-context';
import { changeOf } from '@closingwire/contracts/audit';
import type { ApiKey } from '@closingwire/contracts/auth';
import { keyLabel } from '@closingwire/contracts/secret-mails';
import { audit } from '../audit-log/store.ts';
import { endApiKey, insertApiKey, listApiKeys, type StoredKey, useApiKey } from '../credentials/api-keys.ts';
import { fingerprint, newApiKey } from '../credentials/secrets.ts';
import type { ActivatedUser } from '../users/user.ts';
import { type Dependencies, lockOwnUser, os } from './context.ts';

const MOST_KEYS = 20;
const HOUR_MS = 60 * 60 * 1000;

const noSuchKey = () => new AppError('missing', 'api_key_not_found', 'There is no such key');
const tooMany = () =>
  new AppError('conflict', 'too_many_api_keys', `A user has at most ${MOST_KEYS} keys; revoke one first`);

export const toApiKey = ({ createdAt, lastUsedAt, expiresAt, ...key }: StoredKey): ApiKey => ({
  ...key,
  createdAt: createdAt.toISOString(),
  lastUsedAt: lastUsedAt?.toISOString() ?? null,
  expiresAt: expiresAt?.toISOString() ?? null,
});

type NamedKey = { id: string; name: string; prefix: string };

type KeyEntry = {
  action: 'api-key-made' | 'api-key-rolled' | 'api-key-revoked';
  actorId: string;
  before?: NamedKey;
  after?: NamedKey;
};

/** Inserts the audit entry of a key change. `before` is the rolled or revoked key, `after` the new key. */
const auditKey = (tx: Tx, client: RequestOrigin, { action, actorId, before, after }: KeyEntry) =>
  audit(tx, client, {
    action,
    actorId,
    targetId: (before ?? after)?.id,
    changes: [changeOf('apiKey', before && keyLabel(before), after && keyLabel(after))],
  });

/** Keys of the partner API: returned once, stored as hashes. */
export function apiKeyRoutes({ pg, clock, mails, limits }: Dependencies) {
  /** Counts the request against the limit, because each change of a key sends an email. */
  const count = ({ caller, request, responseHeaders }: RequestContext) =>
    limits.change.count({ account: asUser(caller).id, ip: request.ip }, responseHeaders);

  /** `rolled`: the replaced key. */
  type Made = { name: string; rolled?: StoredKey; client: RequestOrigin };

  async function make(tx: Tx, owner: ActivatedUser, { name, rolled, client }: Made) {
    const { key, prefix } = newApiKey();
    const worksUntil = rolled?.expiresAt?.toISOString();
    const replaces = rolled && worksUntil ? { prefix: rolled.prefix, worksUntil } : undefined;
    const change = rolled ? 'api-key-rolled' : 'api-key-made';
    await mails.accountChanged(tx, owner, change, { client, apiKey: { name, prefix, replaces } });
    const fresh = { id: newId(), userId: owner.id, name, prefix, hash: fingerprint(key), createdAt: clock() };
    return { key, apiKey: toApiKey(await insertApiKey(tx, fresh)) };
  }

  return {
    listApiKeys: os.listApiKeys.handler(({ context }) =>
      pg.transaction(async tx => {
        const { id } = await lockOwnUser(tx, context.caller, clock());
        return { apiKeys: (await listApiKeys(tx, id, clock())).map(toApiKey) };
      }),
    ),

    createApiKey: os.createApiKey.handler(async ({ input, context }) => {
      await count(context);
      return pg.transaction(async tx => {
        const owner = await lockOwnUser(tx, context.caller, clock());
        const { id } = owner;
        if ((await listApiKeys(tx, id, clock())).length >= MOST_KEYS) throw tooMany();
        const made = await make(tx, owner, { name: input.name, client: context.request });
        await auditKey(tx, context.request, { action: 'api-key-made', actorId: id, after: made.apiKey });
        return made;
      });
    }),

    rollApiKey: os.rollApiKey.handler(async ({ input, context }) => {
      await count(context);
      return pg.transaction(async tx => {
        const owner = await lockOwnUser(tx, context.caller, clock());
        const { id: userId } = owner;
        const end = new Date(clock().getTime() + input.overlapHours * HOUR_MS);
        const old = await endApiKey(tx, { id: input.keyId, userId, end }, clock());
        if (!old) throw noSuchKey();
        const made = await make(tx, owner, { name: old.name, rolled: old, client: context.request });
        const entry = { action: 'api-key-rolled', before: old, after: made.apiKey } as const;
        await auditKey(tx, context.request, { ...entry, actorId: userId });
        return made;
      });
    }),

    revokeApiKey: os.revokeApiKey.handler(({ input, context }) =>
      pg.transaction(async tx => {
        const owner = await lockOwnUser(tx, context.caller, clock());
        const { id: userId } = owner;
        const ended = await endApiKey(tx, { id: input.keyId, userId, end: clock() }, clock());
        if (!ended) throw noSuchKey();
        const entry = { action: 'api-key-revoked', actorId: userId, before: ended } as const;
        await auditKey(tx, context.request, entry);
        const { name, prefix } = ended;
        const origin = { client: context.request, apiKey: { name, prefix } };
        await mails.accountChanged(tx, owner, 'api-key-revoked', origin);
        return { message: 'The key was revoked.' };
      }),
    ),

    resolveApiKey: os.resolveApiKey.handler(async ({ input }) => ({
      userId: (await useApiKey(pg, fingerprint(input.key), clock())) ?? null,
    })),
  };
}

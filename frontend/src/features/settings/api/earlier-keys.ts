import type { ApiKey } from '@closingwire/contracts/auth';

/**
 * The rolled keys that still work after a key is revoked: those of its name that are older. Rolling keeps the name, and
 * nothing else shows which key took the place of which.
 */
export function earlierKeys(
  { id, name, createdAt }: ApiKey,
  keys: readonly ApiKey[],
  now: Date,
): { id: string; prefix: string; worksUntil: string }[] {
  const isOlder = (key: ApiKey) => key.id !== id && Date.parse(key.createdAt) <= Date.parse(createdAt);
  return keys.flatMap(key =>
    key.name === name && isOlder(key) && key.expiresAt && Date.parse(key.expiresAt) > now.getTime()
      ? [{ id: key.id, prefix: key.prefix, worksUntil: key.expiresAt }]
      : [],
  );
}

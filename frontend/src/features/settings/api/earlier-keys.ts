import type { ApiKey } from '@closingwire/contracts/auth';

/**
 * Returns older keys with the same name, which still work after this one is revoked. Rolling keeps only the name, so
 * nothing else links the keys.
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

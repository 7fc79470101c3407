import { type ProfileField, profileClaims, toProfileClaims } from '@closingwire/contracts/access-token';

type Metadata = Record<string, unknown>;

type Profile = Record<ProfileField, string>;

const MAX_LENGTH = 200;

/** Metadata after an update: a null removes its key. */
export function mergeMetadata(before: Metadata, update: Metadata): Metadata {
  const merged = Object.entries({ ...before, ...update }).filter(([, value]) => value !== null);
  return Object.fromEntries(merged);
}

/** What a client's metadata says of the profile. The rest of the account cannot be set this way. */
export function profileIn(update: Metadata): Partial<Profile> {
  const fields = Object.entries(profileClaims).flatMap(([key, field]) => {
    const value = update[key];
    if (value === null) return [[field, '']];
    return typeof value === 'string' ? [[field, value.trim().slice(0, MAX_LENGTH)]] : [];
  });
  return Object.fromEntries(fields);
}

/** The metadata that clients see: what they stored, with the profile as it is. */
export function shownMetadata(stored: Metadata, profile: Profile): Metadata {
  return { ...stored, ...toProfileClaims(profile) };
}

/** A provider's entry for the ways in which a person can sign in; nothing for the anonymous. */
export function providerMetadata(providers: readonly string[]): Metadata {
  const [provider] = providers;
  return provider === undefined ? {} : { provider, providers };
}

import { settingKey } from './content.ts';
import { ownListKinds } from './exports.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** IDs of the built-in help articles, such as `what-does-it-cost`. */
const slug = /^(?=.{3,80}$)[a-z]+(-[a-z]+)+$/;
const zip = /^\d{5}$/;
const settingKeys: readonly string[] = settingKey.options;

const listKinds: readonly string[] = ownListKinds;

const isListKind = (value: string) => listKinds.includes(value);
const isUuid = (value: string) => uuid.test(value);
const isZip = (value: string) => zip.test(value);

/** Parameters that name a thing, with the format of the name. Any other value may be a secret. */
const isName = new Map<string, (value: string) => boolean>([
  ['id', value => isUuid(value) || slug.test(value) || isZip(value)],
  ['userId', isUuid],
  ['flagId', isUuid],
  ['closingId', isUuid],
  ['agentId', isUuid],
  ['outcomeId', isUuid],
  ['keyId', isUuid],
  ['sessionId', isUuid],
  ['batchId', isUuid],
  ['optOutId', isUuid],
  ['identityId', isUuid],
  ['listId', isUuid],
  ['exportId', isUuid],
  ['kind', isListKind],
  ['sourceId', value => /^\d{1,5}$/.test(value)],
  ['zip', isZip],
  ['zipCode', isZip],
  ['zipCodeId', isZip],
  ['key', value => settingKeys.includes(value)],
]);

/** Returns the request's parameters that name a thing and cannot be secret. */
export const namedIds = (parameters: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && isName.get(entry[0])?.(entry[1]) === true,
    ),
  );

/** Reply header with the IDs in a request, which may have been in its body. Form-encoded; the gateway removes it. */
export const NAMED_IDS_HEADER = 'x-named-ids';

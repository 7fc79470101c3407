import { settingKey } from './content.ts';

const uuid = /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/i;
/** Words, as the ids of the help articles that the product comes with: `what-does-it-cost`. */
const slug = /^(?=.{3,80}$)[a-z]+(-[a-z]+)+$/;
const zip = /^\d{5}$/;
const settingKeys: readonly string[] = settingKey.options;

const isUuid = (value: string) => uuid.test(value);
const isZip = (value: string) => zip.test(value);

/** Parameters that name a thing, in the one form that such names have; whatever else stands there may be a secret. */
const isName = new Map<string, (value: string) => boolean>([
  ['id', value => isUuid(value) || slug.test(value) || isZip(value)],
  ['userId', isUuid],
  ['flagId', isUuid],
  ['keyId', isUuid],
  ['sessionId', isUuid],
  ['batchId', isUuid],
  ['optOutId', isUuid],
  ['zip', isZip],
  ['zipCode', isZip],
  ['zipCodeId', isZip],
  ['key', value => settingKeys.includes(value)],
]);

/** Of the parameters of a request those that name things and cannot be secrets. */
export const namedIds = (parameters: object): Record<string, string> =>
  Object.fromEntries(
    Object.entries(parameters).filter(
      (entry): entry is [string, string] =>
        typeof entry[1] === 'string' && isName.get(entry[0])?.(entry[1]) === true,
    ),
  );

/**
 * In this header of a reply a service names the ids of a request, which may have stood in its body; the gateway
 * removes it. Form-encoded.
 */
export const NAMED_IDS_HEADER = 'x-named-ids';

import { hash } from 'node:crypto';

/** Returns what tells versions of an answer apart. */
export const versionOf = (answer: string): string => hash('sha256', answer).slice(0, 16);

/**
 * Every version of each article's answer, by id, the newest last. A stored answer that is an earlier version was never
 * edited by an admin. After a change of an answer, add its version.
 */
export const answerVersions: Readonly<Record<string, readonly string[]>> = {
  'what-is-closingwire': ['dee7f52ed7f0f1aa'],
  'subscribe-to-first-zip': ['1b84dfa86de23742'],
  'first-list-arrival': ['54d11d0e753b5da1'],
  'making-first-contact': ['ce7623d6cb49f994'],
  'what-does-it-cost': ['4ae739a36fbf7665', 'b1f856edc4d5df82'],
  'how-the-free-trial-works': ['0c9ebc0fafa6675e'],
  'when-the-trial-ends': ['699a13d3594a63ff'],
  'cancel-or-change-payment': ['545084a2aba87851', '4d9c52a814a0f8fc'],
  'why-zip-unavailable': ['48d2da93bf753159', 'ca24225968149d32', 'be832c576c16015a'],
  'industry-exclusivity': ['c6c4d89e4e1a8040', '2dcced50830c9454'],
  'add-or-remove-zips': ['291ab43d7bca39ab', 'ac6764319eb7c6df'],
  'zip-lost-during-order': ['2aa02d4550f9c96b'],
  'what-each-lead-contains': ['0508d6e740257d66'],
  'where-data-comes-from': ['9d7a329675b1cc5b'],
  'filter-and-export': ['f40fd269f3ed8ea4', 'e38c6c76de07b770', '3ae3160c7f6af30c', '050458f4b5527602'],
  'whom-to-call-first': ['e66f96fa899e9e4d', '80e198fed1482a76'],
  'report-wrong-lead': ['92ea70fe693bb0c8', '08b8a294d74f2005'],
  'change-profile': ['a36d06de80d03a4e', '5fe87ca275f09c03'],
  'email-notifications': ['8117bfd6ea10ca72', '7d59731f979af237', '8ec0d65425aae128', '8ec2405383cbe12f'],
  'reset-password': ['03fa276757ffca48'],
  'terms-of-use': ['b4f167cdad76f50e'],
  'close-account': ['79426b8471ec5005', '3259d9ed1337243a'],
  'confirmation-mail-missing': ['b6baaa74d8992bef'],
  'list-stays-updating': ['9533d2325b391ca6'],
  'logged-out': ['c671f79745ebae32'],
  'contact-support': ['4a5c74f4e86ccad9'],
  'api-key': ['3af90ece08bf4285', 'fc9a4ce1eb44bc10', 'efe540a25bd3cad5'],
  'api-request': [
    'bf0ec1951119d86c',
    '05e60543ec39b1ac',
    '14286587ffc8d058',
    'ffde385b88e81711',
    'd3f10325d38d0318',
    '581b4fe9c5b9af6a',
  ],
  'crm-import': ['46a2acdf3da5856c', '3a3eeb64888c69e9', 'e6b5d97132aacfb5'],
  'api-errors': ['db539b7d47ec9ff2', 'eb3b2bf4ea5bd4d0', '7261b8db458acaff', '0d732ae5ff0473cb'],
};

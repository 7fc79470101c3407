import { expect, test } from 'vitest';
import { type AccountBooks, compareAccount, compareBatch, compareClaims, compareCredit } from './compare.ts';

const zips = (...codes: string[]) => new Set(codes);
const live = (...quantities: number[]) => quantities.map((quantity, at) => ({ id: `sub_${at}`, quantity }));

const account: AccountBooks = {
  accountId: 'a',
  isDeleted: false,
  billableZipCodes: zips('10001', '10002'),
  paidZipCodes: zips('10001', '10002'),
  hasCheckout: false,
  live: live(2),
};

test.each<[name: string, change: Partial<AccountBooks>, kinds: string[]]>([
  ['a subscription for the ZIPs agrees', {}, []],
  ['a trial without a card agrees', { paidZipCodes: zips(), live: [] }, []],
  ['an account without anything agrees', { billableZipCodes: zips(), paidZipCodes: zips(), live: [] }, []],
  ['a second live subscription differs', { live: live(2, 1) }, ['two-subscriptions']],
  ['a ZIP too many is charged', { live: live(3) }, ['wrong-quantity']],
  [
    'a subscription without ZIPs differs',
    { billableZipCodes: zips(), paidZipCodes: zips() },
    ['wrong-quantity'],
  ],
  ['paid ZIPs need a subscription', { live: [] }, ['paid-without-subscription']],
  ['a checkout of a user agrees', { hasCheckout: true }, []],
  ['a deleted account is charged', { isDeleted: true }, ['deleted-subscription']],
  ['a deleted account can still pay', { isDeleted: true, live: [], hasCheckout: true }, ['deleted-checkout']],
  ['a deleted account has nothing', { isDeleted: true, live: [] }, []],
])('%s', (_name, change, kinds) => {
  expect(compareAccount({ ...account, ...change }).map(({ kind }) => kind)).toEqual(kinds);
});

test('a difference shows what both sides have', () => {
  expect(compareAccount({ ...account, live: live(3) })).toEqual([
    {
      kind: 'wrong-quantity',
      subject: 'a',
      accountId: 'a',
      seen: [
        { side: 'billing', text: 'ZIPs to pay for: 2 (10001, 10002)' },
        { side: 'provider', text: 'live subscriptions: sub_0 for 3' },
      ],
    },
  ]);
});

const claim = {
  claimId: 'c',
  zipCode: '10001',
  city: 'New York',
  state: 'NY',
  industry: 'Mortgages',
  userId: 'a',
  assignedBy: 'subscription',
  version: 1,
} as const;
const subscription = { claimId: 'c', zipCode: '10001', accountId: 'a', isDeleted: false };
const holders = (isDeleted = false) => new Map([['a', { isDeleted }]]);

test.each([
  ['equal sets agree', compareClaims([claim], [subscription], holders()), []],
  ['a claim needs a subscription', compareClaims([claim], [], holders()), ['claim-without-subscription']],
  [
    'a subscription needs a claim',
    compareClaims([], [subscription], holders()),
    ['subscription-without-claim'],
  ],
  ['a deleted account holds nothing', compareClaims([claim], [], holders(true)), ['deleted-claim']],
  ['a holder is an account', compareClaims([claim], [], new Map()), ['claim-of-unknown-account']],
  [
    'a claim is of the same user',
    compareClaims([{ ...claim, userId: 'b' }], [subscription], holders()),
    ['claim-differs'],
  ],
  [
    'a claim is of the same ZIP',
    compareClaims([{ ...claim, zipCode: '10002' }], [subscription], holders()),
    ['claim-differs'],
  ],
  [
    'a deleted account receives nothing',
    compareClaims([claim], [{ ...subscription, isDeleted: true }], holders(true)),
    ['deleted-zip'],
  ],
])('%s', (_name, found, kinds) => {
  expect(found.map(({ kind }) => kind)).toEqual(kinds);
});

const batch = { batchId: 'b', state: 'done', accepted: 10, rejected: 2, stored: 9, optedOut: 1 } as const;

test('every accepted row is stored or opted out', () => {
  expect(compareBatch(batch)).toEqual([]);
  expect(compareBatch({ ...batch, stored: 8 })).toMatchObject([{ kind: 'rows-missing', subject: 'b' }]);
  expect(compareBatch({ ...batch, state: 'failed', stored: 0, optedOut: 0 })).toHaveLength(1);
});

const credit = { creditId: 'c', accountId: 'a', state: 'given', cents: 1_500, given: [1_500] } as const;

test.each([
  ['a given credit agrees', {}, 0],
  ['a credit of nothing agrees', { state: 'nothing', cents: 0, given: [] } as const, 0],
  ['a missing credit differs', { given: [] }, 1],
  ['a credit given twice differs', { given: [1_500, 1_500] }, 1],
  ['another amount differs', { given: [1_000] }, 1],
  ['a credit without a decision differs', { state: 'requested', cents: 0, given: [] } as const, 1],
])('%s', (_name, change, count) => {
  expect(compareCredit({ ...credit, ...change })).toHaveLength(count);
});

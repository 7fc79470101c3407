import { states } from '@closingwire/contracts/reference';
import { expectStatus, type User } from './user.ts';

type ListedZip = { zipCode: string; isAvailable: boolean; kind: string };

/** Small states, which have too few ZIPs, and states whose ZIPs other tests check. */
const spared = new Set(['AK', 'DE', 'HI', 'NH', 'NV', 'OH', 'RI', 'TX', 'UT', 'VT', 'WY']);

/** Each vitest worker has its own states, so that concurrent journeys choose different ZIPs. */
const workers = 3;
const worker = Number(process.env.VITEST_POOL_ID ?? 1);
const chosenFrom = Object.keys(states).filter(
  (code, index) => !spared.has(code) && index % workers === worker % workers,
);

/** Returns ZIPs with homes that this user could order. */
export async function freeZips({ call }: User, count: number): Promise<string[]> {
  const state = chosenFrom[Math.floor(Math.random() * chosenFrom.length)] ?? 'CA';
  const { json } = await expectStatus(call('GET', `/api/zip-codes?state=${state}&limit=200`), 200);
  const { zipCodes } = json as { zipCodes: ListedZip[] };
  const free = zipCodes.filter(zip => zip.isAvailable && zip.kind === 'standard').map(zip => zip.zipCode);
  const start = Math.floor(Math.random() * Math.max(1, free.length - count));
  const chosen = free.slice(start, start + count);
  if (chosen.length < count) throw new Error(`Expected ${count} free ZIPs in ${state}, got ${chosen.length}`);
  return chosen;
}

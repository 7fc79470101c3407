import { until } from '@closingwire/chassis/testing';
import { freeZips } from './free-zips.ts';
import { expectStatus, type User } from './user.ts';

/** Subscribes to `count` free ZIPs and returns them. */
export async function subscribeToFreeZips(user: User, count: number): Promise<string[]> {
  const zipCodeIds = await freeZips(user, count);
  await expectStatus(user.call('POST', '/api/subscribe/bulk', { zipCodeIds }), 200);
  return zipCodeIds;
}

/** Subscribes to a free ZIP; resolves with it when its list exists. */
export async function aZipWithItsList(user: User): Promise<string> {
  const [zip = ''] = await subscribeToFreeZips(user, 1);
  const hasList = async () => {
    const { json } = await user.call('GET', '/api/lead-lists');
    return (json as unknown[]).length > 0;
  };
  await until(hasList, { everyMs: 100 });
  return zip;
}

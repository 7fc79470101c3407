import { until } from '@closingwire/chassis/testing';
import { freeZips } from './free-zips.ts';
import { expectStatus, type Person } from './person.ts';

/** Subscribes to so many ZIPs that are free, and answers which they are. */
export async function subscribeToFreeZips(person: Person, count: number): Promise<string[]> {
  const zipCodeIds = await freeZips(person, count);
  await expectStatus(person.call('POST', '/api/subscribe/bulk', { zipCodeIds }), 200);
  return zipCodeIds;
}

/** Subscribes to a free ZIP and resolves with it once its list is there. */
export async function aZipWithItsList(person: Person): Promise<string> {
  const [zip = ''] = await subscribeToFreeZips(person, 1);
  await until(async () => {
    const { json } = await person.call('GET', '/api/lead-lists');
    return (json as unknown[]).length > 0;
  });
  return zip;
}

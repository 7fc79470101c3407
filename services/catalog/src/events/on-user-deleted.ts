import { on } from '@closingwire/chassis/consume';
import type { Clock } from '@closingwire/chassis/part';
import { userDeleted } from '@closingwire/contracts/auth';
import { releaseAllOf } from '../claims/release.ts';
import { forgetBodies } from '../db/deliveries.ts';
import { forgetPerson } from '../db/people.ts';

export const onUserDeleted = (clock: Clock) =>
  on(userDeleted, async ({ data: user }, tx) => {
    await forgetPerson(tx, user.id, user.version);
    await forgetBodies(tx, user.id);
    await releaseAllOf(tx, user.id, clock());
  });

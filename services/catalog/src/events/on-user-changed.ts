import { on } from '@closingwire/chassis/consume';
import { userRegistered, userReinstated, userSuspended, userUpdated } from '@closingwire/contracts/auth';
import { savePerson } from '../db/people.ts';

/** A suspended person keeps her claims, for she may be let in again. */
export const onUserChanged = () =>
  [userRegistered, userUpdated, userSuspended, userReinstated].map(event =>
    on(event, ({ data: user }, tx) => savePerson(tx, user)),
  );

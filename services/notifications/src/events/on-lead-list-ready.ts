import { on } from '@closingwire/chassis/consume';
import { leadListReady } from '@closingwire/contracts/leads';
import { keepLeadList } from '../db/lead-lists.ts';
import { claimReadyLists } from './claim-ready-lists.ts';

export const onLeadListReady = on(leadListReady, async ({ data: list }, tx) => {
  await keepLeadList(tx, list);
  await claimReadyLists(tx, { zipCode: list.zipCode });
});

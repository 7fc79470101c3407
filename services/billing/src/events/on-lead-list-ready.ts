import { on } from '@closingwire/chassis/consume';
import { leadListReady } from '@closingwire/contracts/leads';
import { keepLeadList } from '../db/lead-lists.ts';

export const onLeadListReady = on(leadListReady, ({ data: list }, tx) => keepLeadList(tx, list));

import { implementer } from '@closingwire/chassis/http';
import { leadsApi } from '@closingwire/contracts/leads';

export const impl = implementer(leadsApi);
export type Implementer = typeof impl;

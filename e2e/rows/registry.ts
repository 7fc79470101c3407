import type { Row } from './section.ts';
import { admin } from './sections/admin.ts';
import { adminLogs } from './sections/admin-logs.ts';
import { audit } from './sections/audit.ts';
import { beyond } from './sections/beyond.ts';
import { adminCalls, authCalls, publicCalls, subscriberCalls } from './sections/calls.ts';
import { constants } from './sections/constants.ts';
import { digest } from './sections/digest.ts';
import { entities } from './sections/entities.ts';
import {
  forgotPassword,
  landing,
  registration,
  resetPassword,
  routeTables,
  signIn,
} from './sections/entry.ts';
import { errors } from './sections/errors.ts';
import { pictures } from './sections/pictures.ts';
import { product } from './sections/product.ts';
import { publicPages } from './sections/public-pages.ts';
import { roles } from './sections/roles.ts';
import { agentIdentities, sources } from './sections/sources.ts';
import { states } from './sections/states.ts';
import {
  agents,
  dashboard,
  payment,
  settings,
  subscriptions,
  zipCatalog,
} from './sections/subscriber-screens.ts';
import { leadsIn, system } from './sections/system.ts';
import { today } from './sections/today.ts';
import { validation } from './sections/validation.ts';

/** In the order of the generated table. */
const declared = [
  product,
  routeTables,
  landing,
  signIn,
  registration,
  forgotPassword,
  resetPassword,
  zipCatalog,
  dashboard,
  today,
  agents,
  subscriptions,
  settings,
  digest,
  payment,
  publicPages,
  admin,
  entities,
  states,
  validation,
  roles,
  authCalls,
  subscriberCalls,
  publicCalls,
  adminCalls,
  errors,
  constants,
  pictures,
  adminLogs,
  system,
  leadsIn,
  sources,
  agentIdentities,
  audit,
  beyond,
] as const;

type IdsOf<Section> = Section extends { rows: infer Rows } ? Extract<keyof Rows, string> : never;

export type RowId = IdsOf<(typeof declared)[number]>;

export const sections: readonly { title: string; rows: Readonly<Record<string, Row>> }[] = declared;

export const rowsById: ReadonlyMap<string, Row> = new Map(
  sections.flatMap(({ rows }) => Object.entries(rows)),
);

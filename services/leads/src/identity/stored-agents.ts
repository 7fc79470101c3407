import { type Queries, type Sql, sql } from '@closingwire/chassis/pg';
import { placeOf } from '../reading/places.ts';
import type { IdentityFacts } from './agent-keys.ts';

/** The facts of a stored row that identify its agent. */
export type StoredAgent = {
  zipCode: string;
  id: string;
  fullName: string;
  licenseNumber: string | null;
  email: string | null;
  mobile: string | null;
  brokerageName: string | null;
  state: string;
};

/** Reads rows of agents; `condition` follows `where`. */
export const findStoredAgents = (db: Queries, condition: Sql): Promise<StoredAgent[]> =>
  db.query<StoredAgent>(
    sql`select zip as "zipCode", id, full_name as "fullName", license_number as "licenseNumber", email, mobile,
       brokerage_name as "brokerageName", state
     from agents where ${condition}`,
  );

/** The state of a license is that of the ZIP. */
export const factsOf = ({ zipCode, state, ...agent }: StoredAgent): IdentityFacts => ({
  ...agent,
  property: { zip: zipCode, state: placeOf(zipCode)?.state ?? state },
});

import { type Queries, sql } from '@closingwire/chassis/pg';
import type { HiddenClosings } from '@closingwire/contracts/leads';
import { permittedFor, REPORTED, sourcesClosedTo } from '../sources/store.ts';

const IS_UNLICENSED = sql`not c.is_suppressed and ${REPORTED} and not ${permittedFor('lists')}`;

/** Counts the stored closings of a ZIP that no list shows, each by its first reason in this order. */
export const countHidden = (db: Queries, zip: string): Promise<HiddenClosings> =>
  db.one<HiddenClosings>(
    sql`select count(*) filter (where c.is_suppressed)::int as "optedOut",
       count(*) filter (where not c.is_suppressed and not ${REPORTED})::int as retracted,
       count(*) filter (where ${IS_UNLICENSED})::int as unlicensed,
       array(select distinct s.name from closings c
         join sources s on s.id = any(c.source_ids) and s.id = any(coalesce(${sourcesClosedTo('lists')}, '{}'))
         where c.zip = ${zip} and ${IS_UNLICENSED} order by s.name) as sources
     from closings c where c.zip = ${zip}`,
  );

import { raw, type Sql, sql } from '@closingwire/chassis/pg';
import { EVIDENCE_DAYS } from '@closingwire/contracts/contacts';

/* The only place that decides the state of a contact. */

/** Constants of the statement: lists have it once for each of their shapes. */
const days = {
  verification: raw(String(EVIDENCE_DAYS.verification)),
  'line-type': raw(String(EVIDENCE_DAYS['line-type'])),
  'do-not-call': raw(String(EVIDENCE_DAYS['do-not-call'])),
};

const hashOf = (kind: 'email' | 'phone', contact: Sql): Sql =>
  kind === 'email' ? sql`contact_hash('email', ${contact})` : sql`contact_hash('phone', ${contact})`;

/** The ten digits of a US phone, without a regular expression; other countries' numbers begin with a plus. */
const digitsOf = (phone: Sql): Sql => sql`right(translate(${phone}, '() -+.', ''), 10)`;
const isUs = (phone: Sql): Sql => sql`(${phone} not like '+%' or ${phone} like '+1%')`;
const areaCodeOf = (phone: Sql): Sql => sql`left(${digitsOf(phone)}, 3)`;

const isListValid = (listedOn: Sql, now: Sql): Sql =>
  sql`(${listedOn} >= (${now} at time zone 'UTC')::date - ${days['do-not-call']})`;

/** The condition that the last list of an area code `a` is valid. */
export const IS_AREA_VALID = (now: Sql): Sql => isListValid(sql`a.listed_on`, now);

/** Selects when a contact was confirmed as wrong. */
const wrongOf = (hash: Sql): Sql =>
  sql`select e.checked_at from contact_evidence e where e.hash = ${hash} and e.about = 'wrong'`;

/** Selects the last list of a phone's area code, with whether it has the number. */
const areaOf = (phone: Sql, hash = hashOf('phone', phone)): Sql => sql`
  select covered.listed_on, exists (
    select from do_not_call_numbers n where n.area_code = covered.area_code and n.hash = ${hash}) as is_on
  from do_not_call_areas covered where covered.area_code = ${areaCodeOf(phone)} and ${isUs(phone)}`;

/** Selects the results about a contact: the lowest rank that is valid decides. */
function findingsOf(kind: 'email' | 'phone', contact: Sql, now: Sql): Sql {
  const hash = hashOf(kind, contact);
  const about = kind === 'email' ? 'verification' : 'line-type';
  const registry = sql`
    union all
    select 2, 'do-not-call', listed_on::timestamp at time zone 'UTC', ${isListValid(sql`listed_on`, now)}
    from (${areaOf(contact)}) area where is_on`;
  return sql`
    select 1 as rank, 'wrong' as state, checked_at as found_at, true as is_valid from (${wrongOf(hash)}) wrong
    union all
    select 3, e.result, e.checked_at, e.checked_at > ${now} - ${days[about]} * interval '1 day'
    from contact_evidence e where e.hash = ${hash} and e.about = ${about}
    ${kind === 'phone' ? registry : sql``}`;
}

/**
 * Selects one row: the state of a contact, `unknown` unless a valid result says more. `earlier_state` is the last
 * result that is too old to count, while nothing newer replaces it; a number stays on the registry for years, so its
 * old entry is shown beside another state, too.
 */
export const stateOf = (kind: 'email' | 'phone', contact: Sql, now: Sql): Sql => sql`
  select coalesce(known.state, 'unknown') as state, known.found_at as checked_at, old.state as earlier_state,
    old.found_at as earlier_at
  from (select) one
    left join lateral (
      select state, found_at from (${findingsOf(kind, contact, now)}) f where is_valid order by rank limit 1) known on true
    left join lateral (
      select state, found_at from (${findingsOf(kind, contact, now)}) f
      where not is_valid and (known.state is null or f.state = 'do-not-call') order by found_at desc limit 1) old on true`;

/** Selects the day of the valid list that covers a phone's area code and does not have the number. */
export const listWithout = (phone: Sql, now: Sql): Sql => sql`
  select listed_on from (${areaOf(phone)}) area where not is_on and ${isListValid(sql`listed_on`, now)}`;

/** Whether any phone can have a warning. Lists ask it once for all their rows. */
const HAS_WRONG = sql`(select exists (select from contact_evidence where about = 'wrong'))`;
const HAS_WARNINGS = sql`((select exists (select from do_not_call_areas)) or ${HAS_WRONG})`;

/**
 * JSON of the phones of an agent `a` that must not be called; null without any. The states are those of `stateOf`. OFFSET
 * keeps the planner from computing a hash or a state twice.
 */
export const MUST_NOT_CALL: Sql = sql`case when ${HAS_WARNINGS} then (
  select json_agg(json_build_object('field', w.field, 'state', w.state)) from (
    select p.field, case
      when ${HAS_WRONG} and exists (${wrongOf(sql`p.hash`)}) then 'wrong'
      when exists (select from (${areaOf(sql`p.number`, sql`p.hash`)}) area
        where is_on and ${isListValid(sql`listed_on`, sql`now()`)}) then 'do-not-call' end as state
    from (select field, number, ${hashOf('phone', sql`number`)} as hash
      from (values ('mobile', a.mobile), ('phone', a.phone)) v (field, number) where number is not null offset 0) p offset 0) w
  where w.state is not null) end`;

import { raw, type Sql, sql } from '@closingwire/chassis/pg';
import { EVIDENCE_DAYS } from '@closingwire/contracts/contacts';
import { callWarningColumn } from '@closingwire/contracts/rare-columns';
import { wrongOf } from '../wrong-contacts.ts';

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

/** Selects the last list of a phone's area code, with whether it has the number. */
const areaOf = (phone: Sql, hash = hashOf('phone', phone)): Sql => sql`
  select covered.listed_on, exists (
    select from do_not_call_numbers n where n.area_code = covered.area_code and n.hash = ${hash}) as is_on
  from do_not_call_areas covered where covered.area_code = ${areaCodeOf(phone)} and ${isUs(phone)}`;

/** Selects one row with everything that is known about a contact. */
function knownOf(kind: 'email' | 'phone', contact: Sql): Sql {
  const about = kind === 'email' ? 'verification' : 'line-type';
  const area =
    kind === 'phone' ? areaOf(contact, sql`h.hash`) : sql`select null::date as listed_on, false as is_on`;
  return sql`
    select wrong.checked_at as wrong_at, found.result, found.checked_at as result_at, area.listed_on, area.is_on
    from (select ${hashOf(kind, contact)} as hash offset 0) h
      left join lateral (${wrongOf(sql`h.hash`)}) wrong on true
      left join lateral (
        select e.result, e.checked_at from contact_evidence e where e.hash = h.hash and e.about = ${about}) found on true
      left join lateral (${area}) area on true`;
}

/**
 * Selects one row: the state of a contact, `unknown` unless a valid result says more. `earlier_state` is the last
 * result that is too old to count. An old entry in the registry is shown beside another state, too: a number stays on
 * it for years. `not_on_list_of` is the day of the valid list that covers a phone's area code and lacks the number.
 */
export function stateOf(kind: 'email' | 'phone', contact: Sql, now: Sql): Sql {
  const isOld = sql`not is_result_valid and result <> 'unknown'`;
  return sql`
    select
      case when wrong_at is not null then 'wrong' when is_on and is_list_valid then 'do-not-call'
        when is_result_valid then result else 'unknown' end as state,
      case when wrong_at is not null then wrong_at when is_on and is_list_valid then listed_at
        when is_result_valid then result_at end as checked_at,
      case when wrong_at is not null then null when is_on and not is_list_valid then 'do-not-call'
        when not (is_on and is_list_valid) and ${isOld} then result end as earlier_state,
      case when is_on and not is_list_valid then listed_at else result_at end as earlier_at,
      case when not is_on and is_list_valid then listed_on end as not_on_list_of
    from (
      select wrong_at, result, result_at, listed_on, coalesce(is_on, false) as is_on,
        listed_on::timestamp at time zone 'UTC' as listed_at,
        coalesce(${isListValid(sql`listed_on`, now)}, false) as is_list_valid,
        coalesce(result_at > ${now} - ${days[kind === 'email' ? 'verification' : 'line-type']} * interval '1 day', false)
          as is_result_valid
      from (${knownOf(kind, contact)}) known) k`;
}

/** Whether any phone can have a warning. Lists ask it once for all their rows. */
const HAS_WRONG = sql`(select exists (select from contact_evidence where about = 'wrong'))`;
export const ARE_PHONES_MARKED = sql`((select exists (select from do_not_call_areas)) or ${HAS_WRONG})`;

/**
 * Selects the phones of an agent `a` that must not be called. The states are those of `stateOf`. OFFSET keeps the
 * planner from computing a hash or a state twice.
 */
const WARNINGS: Sql = sql`
  select w.field, w.state from (
    select p.field, case
      when ${HAS_WRONG} and exists (${wrongOf(sql`p.hash`)}) then 'wrong'
      when exists (select from (${areaOf(sql`p.number`, sql`p.hash`)}) area
        where is_on and ${isListValid(sql`listed_on`, sql`now()`)}) then 'do-not-call' end as state
    from (select field, number, ${hashOf('phone', sql`number`)} as hash
      from (values ('mobile', a.mobile), ('phone', a.phone)) v (field, number) where number is not null offset 0) p offset 0) w
  where w.state is not null`;

/** JSON of the phones of an agent `a` that must not be called; null without any. */
export const MUST_NOT_CALL: Sql = sql`case when ${ARE_PHONES_MARKED} then (
  select json_agg(json_build_object('field', w.field, 'state', w.state)) from (${WARNINGS}) w) end`;

/** Whether an admin confirmed the email of an agent `a` as wrong. Only while any contact is wrong is the hash computed. */
export const IS_EMAIL_WRONG: Sql = sql`(case when ${HAS_WRONG} then exists (
  ${wrongOf(sql`(select ${hashOf('email', sql`a.email`)})`)}) else false end)`;

/** The condition that an agent `a` has a phone that must not be called. */
export const HAS_CALL_WARNING: Sql = sql`exists (${WARNINGS})`;

const { fields, states, between } = callWarningColumn;

const WARNING_TEXT: Sql = sql`case w.field when 'mobile' then ${fields.mobile} else ${fields.phone} end || ': '
  || case w.state when 'wrong' then ${states.wrong} else ${states['do-not-call']} end`;

/** The cell of `callWarningColumn` for an agent `a`; null without a warning. */
export const CALL_WARNING_CELL: Sql = sql`(
  select string_agg(${WARNING_TEXT}, ${between} order by w.field) from (${WARNINGS}) w)`;

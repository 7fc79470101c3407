alter table do_not_call_lists
  -- The order in which lists were stored.
  add column position bigint generated always as identity,
  add column removed_at timestamptz,
  add column removed_by uuid,
  -- Area codes whose numbers were removed together with a later list.
  add column uncovered_area_codes text[] not null default '{}';

-- A removed list can be uploaded again.
alter table do_not_call_lists drop constraint do_not_call_lists_kind_listed_on_digest_key;
create unique index do_not_call_lists_known on do_not_call_lists (kind, listed_on, digest) where removed_at is null;

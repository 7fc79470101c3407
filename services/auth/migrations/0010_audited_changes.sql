-- What was changed: [{ field, from, to }], values as text; null where nothing has a plain value.
alter table audit_log add column changes jsonb;
-- Users are found by their former addresses, too.
create index audit_log_moves on audit_log (at desc) where action = 'email-changed';

create function is_no_user(id uuid) returns boolean language sql stable as $$
  select id is not null and not exists (select from users where users.id = $1)
$$;

-- What such an entry is about is a key, which goes with its owner, who made the entry.
create function is_about_key(action text) returns boolean language sql immutable as $$
  select action in ('api-key-made', 'api-key-rolled', 'api-key-revoked')
$$;

-- Where an entry came from goes with who made it; what it changed goes with the user whom it is about.
create or replace function refuse_audit_change() returns trigger language plpgsql as $$
declare
  erasable constant text[] := array['ip', 'user_agent', 'detail', 'changes'];
  erases_origin boolean;
  erases_changes boolean;
begin
  if tg_op = 'UPDATE' and to_jsonb(new) - erasable = to_jsonb(old) - erasable then
    erases_origin := new.ip is null and new.user_agent is null and new.detail = '{}'
      and is_no_user(coalesce(old.actor_id, old.target_id));
    erases_changes := new.changes is null and is_no_user(
      case when is_about_key(old.action) then old.actor_id else coalesce(old.target_id, old.actor_id) end);
    if (erases_origin and (erases_changes or new.changes is not distinct from old.changes))
      or (erases_changes
        and (new.ip, new.user_agent, new.detail) is not distinct from (old.ip, old.user_agent, old.detail))
    then
      return new;
    end if;
  end if;
  raise exception 'audit_log is append-only: expected no %', tg_op using errcode = 'insufficient_privilege';
end
$$;

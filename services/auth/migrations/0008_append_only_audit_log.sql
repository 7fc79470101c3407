-- Requests that the gateway saw stand beside our own entries.
alter table audit_log add column caller text check (caller in ('nobody', 'user', 'key', 'service'));
alter table audit_log add column route text;
alter table audit_log add column status smallint;
-- What a request was about that is no user: a ZIP, a setting, the id of an article or key.
alter table audit_log add column subject text;

create index audit_log_at on audit_log (at desc, id desc);
create index audit_log_action on audit_log (action, at desc);
create index audit_log_ip on audit_log (ip, at desc);
create index audit_log_request on audit_log (request_id);
create index audit_log_subject on audit_log (subject, at desc) where subject is not null;

-- What was written stays. The one change is that the traces of a person who is gone are emptied, as the law asks.
create function refuse_audit_change() returns trigger language plpgsql as $$
declare
  erasable constant text[] := array['ip', 'user_agent', 'detail'];
begin
  if tg_op = 'UPDATE' then
    if new.ip is null and new.user_agent is null and new.detail = '{}'
      and to_jsonb(new) - erasable = to_jsonb(old) - erasable
      and coalesce(old.actor_id, old.target_id) is not null
      and not exists (select from users where id = coalesce(old.actor_id, old.target_id))
    then
      return new;
    end if;
  end if;
  raise exception 'audit_log is append-only: expected no %', tg_op using errcode = 'insufficient_privilege';
end
$$;

create trigger audit_log_rows before update or delete on audit_log
  for each row execute function refuse_audit_change();
create trigger audit_log_truncate before truncate on audit_log
  for each statement execute function refuse_audit_change();

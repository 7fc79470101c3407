-- What an account counts as. Total `accounts`: those in use by standing; one that is neither paying nor failing under
-- the hour in which its trial ends. Totals `trials` and, of deleted accounts, `deleted trials`: by the hour of the start.
create function account_totals(status text, payment_state text, trial_started_at timestamptz, trial_expires_at timestamptz)
returns table (name text, key text) stable language sql as $$
  select case status when 'deleted' then 'deleted trials' else 'trials' end, utc_hour(trial_started_at)
  union all
  select 'accounts', case payment_state when 'past_due' then 'failing' when 'active' then 'paying'
    else 'until ' || utc_hour(trial_expires_at) end
  where status = 'active'
$$;

create function count_accounts() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then
      insert into stored_totals (name, key, amount)
      select t.name, t.key, count(*)
      from changed, account_totals(status, payment_state, trial_started_at, trial_expires_at) t group by 1, 2;
    when 'DELETE' then
      insert into stored_totals (name, key, amount)
      select t.name, t.key, -count(*)
      from changed, account_totals(status, payment_state, trial_started_at, trial_expires_at) t group by 1, 2;
    when 'UPDATE' then
      insert into stored_totals (name, key, amount)
      select t.name, t.key, sum(t.amount) from (
        select *, -1 as amount
        from account_totals(old.status, old.payment_state, old.trial_started_at, old.trial_expires_at)
        union all
        select *, 1
        from account_totals(new.status, new.payment_state, new.trial_started_at, new.trial_expires_at)) t
      group by 1, 2 having sum(t.amount) <> 0;
    else
      perform clear_totals('{accounts,trials,deleted trials}');
  end case;
  return null;
end
$$;

create trigger accounts_inserted after insert on accounts referencing new table as changed
  for each statement execute function count_accounts();
create trigger accounts_deleted after delete on accounts referencing old table as changed
  for each statement execute function count_accounts();
create trigger accounts_counted_anew after update on accounts for each row
  when ((old.status, old.payment_state, old.trial_started_at, old.trial_expires_at)
    is distinct from (new.status, new.payment_state, new.trial_started_at, new.trial_expires_at))
  execute function count_accounts();
create trigger accounts_truncated after truncate on accounts for each statement execute function count_accounts();

-- Total `zips held`: subscriptions that are not cancelled, by kind.
create function count_subscriptions() returns trigger language plpgsql as $$
begin
  case tg_op
    when 'INSERT' then
      insert into stored_totals (name, key, amount)
      select 'zips held', kind, count(*) from changed where cancelled_at is null group by 2;
    when 'DELETE' then
      insert into stored_totals (name, key, amount)
      select 'zips held', kind, -count(*) from changed where cancelled_at is null group by 2;
    when 'UPDATE' then
      insert into stored_totals (name, key, amount)
      select 'zips held', old.kind, -1 where old.cancelled_at is null
      union all select 'zips held', new.kind, 1 where new.cancelled_at is null;
    else
      perform clear_totals('{zips held}');
  end case;
  return null;
end
$$;

create trigger subscriptions_inserted after insert on subscriptions referencing new table as changed
  for each statement execute function count_subscriptions();
create trigger subscriptions_deleted after delete on subscriptions referencing old table as changed
  for each statement execute function count_subscriptions();
create trigger subscriptions_counted_anew after update on subscriptions for each row
  when ((old.cancelled_at is null, old.kind) is distinct from (new.cancelled_at is null, new.kind))
  execute function count_subscriptions();
create trigger subscriptions_truncated after truncate on subscriptions
  for each statement execute function count_subscriptions();

-- After the triggers, which have waited for all who were writing.
insert into stored_totals (name, key, amount)
select t.name, t.key, count(*)
from accounts, account_totals(status, payment_state, trial_started_at, trial_expires_at) t group by 1, 2;
insert into stored_totals (name, key, amount)
select 'zips held', kind, count(*) from subscriptions where cancelled_at is null group by 2;

-- Of an hour that is not over yet the accounts themselves are read.
create index accounts_by_trial_start on accounts (trial_started_at);

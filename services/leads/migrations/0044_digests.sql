-- When an account gets its email with new agents, and up to when its agents were in one.
create table digests (
  account_id uuid primary key,
  frequency text not null default 'daily' check (frequency in ('off', 'daily', 'weekly')),
  -- The day of a weekly email; Monday is 1.
  weekday smallint not null default 1 check (weekday between 1 and 7),
  -- HH:MM in the time zone.
  local_time text not null default '06:30',
  time_zone text not null,
  -- Null while it is off.
  next_at timestamptz,
  -- Closings stored later, by the database's clock, are in the next digest.
  last_through timestamptz not null default now(),
  -- When the last digest with news was published.
  last_sent_at timestamptz
);

create index digests_due on digests (next_at) where next_at is not null;

-- Whether a user wants notices by email; null until their next event.
alter table users add column email_notifications boolean;

-- A default digest for each account with a ZIP, in the time zone of its first ZIP with closings.
insert into digests (account_id, time_zone, next_at)
select account_id, zone, case when today > now() then today else tomorrow end
from (
  select account_id, zone,
    ((now() at time zone zone)::date + time '06:30') at time zone zone as today,
    ((now() at time zone zone)::date + 1 + time '06:30') at time zone zone as tomorrow
  from (
    select distinct on (s.account_id) s.account_id, case
        when c.state in ('AL', 'AR', 'IA', 'IL', 'KS', 'LA', 'MN', 'MO', 'MS', 'ND', 'NE', 'OK', 'SD', 'TN', 'TX', 'WI')
          then 'America/Chicago'
        when c.state in ('CO', 'ID', 'MT', 'NM', 'UT', 'WY') then 'America/Denver'
        when c.state = 'AZ' then 'America/Phoenix'
        when c.state in ('CA', 'NV', 'OR', 'WA') then 'America/Los_Angeles'
        when c.state = 'AK' then 'America/Anchorage'
        when c.state = 'HI' then 'Pacific/Honolulu'
        else 'America/New_York' end as zone
    from subscriptions s
      left join lateral (
        select state from closings c where c.zip = s.zip order by c.sold_date desc limit 1) c on true
    where s.cancelled_at is null
      and not exists (select from users u where u.id = s.account_id and u.status = 'deleted')
    order by s.account_id, c.state is null, s.id) own) due;

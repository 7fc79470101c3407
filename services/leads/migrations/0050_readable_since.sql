-- Since when an account has a ZIP: its digest has the agents whose closings were stored before. Null for earlier rows,
-- whose agents count by their closings alone.
alter table subscriptions add column readable_since timestamptz;
alter table subscriptions alter column readable_since set default now();

-- The first digest of an account has the agents of its whole list.
alter table digests alter column last_through set default now() - interval '7 days';

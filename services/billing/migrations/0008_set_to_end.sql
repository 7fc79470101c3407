-- When the running subscription ends, because the person ended it for then at the provider.
alter table accounts add column ends_at timestamptz;

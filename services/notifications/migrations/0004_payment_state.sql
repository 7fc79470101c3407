-- `zip_count` is of ZIPs that nobody granted.
alter table trials
  add column payment_state text not null default 'none',
  add column granted_zip_count integer not null default 0;

-- A setting that was taken back: the installation's own address holds again.
alter table settings add column is_default boolean not null default false;

-- waiting: no address is set; it leaves as soon as there is one.
alter table webhook_deliveries drop constraint webhook_deliveries_state_check;
alter table webhook_deliveries add constraint webhook_deliveries_state_check
  check (state in ('waiting', 'pending', 'delivered', 'failed', 'skipped'));
drop index webhook_deliveries_pending;
create index webhook_deliveries_pending on webhook_deliveries (zip_code) where state in ('waiting', 'pending');
drop index webhook_deliveries_finished;
create index webhook_deliveries_finished on webhook_deliveries (finished_at) where finished_at is not null;
create index webhook_deliveries_newest on webhook_deliveries (created_at desc, id desc);
create index webhook_deliveries_waiting on webhook_deliveries (id) where state = 'waiting';
create index webhook_deliveries_user on webhook_deliveries (user_id);

-- What was sent, and the beginning of what came back; both are forgotten with the user.
alter table webhook_attempts add column request text, add column reply text;

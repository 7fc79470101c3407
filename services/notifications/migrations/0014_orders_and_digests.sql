-- The ZIPs that came with one order are announced in one email.
alter table subscriptions
  -- Null for a ZIP that came alone with an older event.
  add column order_id uuid,
  add column order_size integer,
  -- Since when its ready list waits for the other lists of the order.
  add column waits_since timestamptz,
  -- When an email said that its list is ready.
  add column announced_at timestamptz;

create index subscriptions_order on subscriptions (order_id) where order_id is not null;

-- A checkout takes a card and starts the subscription, or takes the card alone.
alter table orders add column checkout_mode text check (checkout_mode in ('subscription', 'setup'));
update orders set checkout_mode = 'subscription' where checkout_session_id is not null;

create index accounts_by_payment_reading on accounts (payment_read_at nulls first)
  where stripe_customer_id is not null and status = 'active';
create index accounts_by_release on accounts (release_at) where release_at is not null;

-- The provider's mode that an admin stored. Test mode is the default.
create function stored_payment_mode() returns text language sql stable as $$
  select case when (select value from settings where key = 'STRIPE_TEST_MODE') = 'false' then 'live' else 'test' end
$$;

alter table accounts
  -- The mode that the payment columns belong to; null while the provider has no customer of the account.
  add column payment_mode text check (payment_mode in ('test', 'live')),
  -- Passes of the job settle-account, numbered: the last that began, and when; the last whose reading was
  -- stored; the last that was done. Process clocks differ, so the order of readings is the order of these numbers.
  add column last_pass bigint not null default 0,
  add column last_pass_at timestamptz,
  add column stored_pass bigint not null default 0,
  add column done_pass bigint not null default 0,
  -- The last pass that failed, and the error that its callers receive: {kind, code, message, detail}.
  add column failed_pass bigint not null default 0,
  add column pass_error jsonb,
  -- Goes into the provider's idempotency keys. Rises when the provider replied with a fault of its own, because
  -- it stores that reply under the key for a day.
  add column charge_round integer not null default 0,
  -- When a change of mode left the account without a card: its ZIPs are held from then on, as after a trial.
  add column held_since timestamptz;

update accounts set payment_mode = stored_payment_mode() where stripe_customer_id is not null;
update accounts set last_pass_at = payment_read_at where payment_read_at is not null;

drop index accounts_by_payment_reading;
create index accounts_by_last_pass on accounts (last_pass_at nulls first)
  where stripe_customer_id is not null and status = 'active';

-- What the payment columns of an account were in the mode that is not in force.
create table other_mode_payments (
  account_id uuid not null references accounts,
  payment_mode text not null check (payment_mode in ('test', 'live')),
  stripe_customer_id text not null unique,
  stripe_subscription_id text,
  has_active_payment boolean not null,
  payment_state text not null,
  next_payment_attempt_at timestamptz,
  amount_due_cents integer,
  ends_at timestamptz,
  declined_method_id text,
  portal_opened_at timestamptz,
  release_at timestamptz,
  held_since timestamptz,
  primary key (account_id, payment_mode)
);

alter table orders
  -- The ZIPs that the provider was asked to charge for with this order: those of the account and its own.
  add column billed_zips text[],
  -- Why it was dropped, as its callers receive it: {kind, code, message, detail}.
  add column failure jsonb,
  -- The pass that took it up first. Only that one opens a checkout: after a failure nobody waits for the page.
  add column first_pass bigint;

-- A card on file needs no order any more: settle-account starts the subscription itself.
update orders set state = 'dropped' where purpose = 'activation' and state in ('open', 'checkout');

alter table card_setups
  add column payment_mode text not null default stored_payment_mode() check (payment_mode in ('test', 'live')),
  -- When the user or the provider reported that it is done, or a sweep wondered; null once looked at.
  add column reported_at timestamptz;

create index card_setups_reported on card_setups (account_id) where finished_at is null and reported_at is not null;

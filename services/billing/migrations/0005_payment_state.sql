alter table accounts
  -- What the subscription at the provider is to the person.
  add column payment_state text not null default 'none'
    check (payment_state in ('none', 'trialing', 'active', 'past_due', 'ended')),
  -- Of a past-due subscription: when the provider tries again, and how much.
  add column next_payment_attempt_at timestamptz,
  add column amount_due_cents integer,
  -- The card on which the subscription could not be started: it counts no more.
  add column declined_method_id text,
  -- The order that is starting the subscription: one at a time, so that there is one subscription.
  add column starting_order_id uuid references orders,
  -- When a link to the billing portal was last made.
  add column portal_opened_at timestamptz,
  -- When the ZIPs of the expired, unpaid trial are released; null until the person was told.
  add column release_at timestamptz;

update accounts
set payment_state = case when stripe_subscription_id is null then 'none'
                         when payment_failing then 'past_due'
                         else 'active' end,
    payment_read_at = null;

alter table accounts drop column payment_failing;

-- Cards being put on file outside a checkout, by the provider's setup intent. Finished once: an old one that is
-- reported again must not take the place of a newer card.
create table card_setups (
  id text primary key,
  account_id uuid not null references accounts,
  created_at timestamptz not null,
  finished_at timestamptz
);

create index card_setups_open on card_setups (created_at) where finished_at is null;

-- Credits for a month of a ZIP, one for each confirmed flag of leads.
create table zip_credits (
  -- The flag's id.
  id uuid primary key,
  version integer not null default 1,
  account_id uuid not null references accounts,
  zip_code text not null,
  -- requested: not decided; owed: decided, the provider is asked; given: the provider has it; nothing: see the reason.
  state text not null check (state in ('requested', 'owed', 'given', 'nothing')),
  requested_at timestamptz not null,
  decided_at timestamptz,
  amount_cents integer not null default 0,
  reason text,
  -- Of an owed or given one: the customer who gets it, and the period that was paid.
  payment_mode text check (payment_mode in ('test', 'live')),
  stripe_customer_id text,
  period_start timestamptz,
  -- Part of the idempotency key. Rises when the provider replied with a fault of its own, which it stores under the key.
  round integer not null default 0,
  -- The provider's balance transaction.
  transaction_id text
);
create index zip_credits_by_account on zip_credits (account_id, period_start);
create index zip_credits_by_request on zip_credits (requested_at);

-- What a person asked for. Its id is the intent at the catalogue and the idempotency key at the provider, and it
-- is stored before either is called.
create table orders (
  id uuid primary key,
  account_id uuid not null references accounts,
  -- zips: new ones; conversion: the trial's ZIPs are to be paid in a checkout; activation: on the card on file
  purpose text not null check (purpose in ('zips', 'conversion', 'activation')),
  -- Sorted.
  zip_codes text[] not null,
  -- open: being worked on; checkout: waiting for the person to pay; done; dropped: came to nothing
  state text not null check (state in ('open', 'checkout', 'done', 'dropped')),
  -- The claims that the catalogue holds for it: [{claimId, zipCode, city, state}].
  claims jsonb not null default '[]',
  -- ZIPs that the provider shall charge for in this order.
  quantity integer,
  checkout_session_id text unique,
  checkout_url text,
  checkout_expires_at timestamptz,
  created_at timestamptz not null
);

create index orders_pending on orders (account_id) where state in ('open', 'checkout');

-- Webhooks by the provider's event id: what was received once is not received again.
create table stripe_events (
  id text primary key,
  type text not null,
  received_at timestamptz not null
);

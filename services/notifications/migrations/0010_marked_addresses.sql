-- Addresses that refused a mail for good, bounced, or complained: they get no notices. Only hashes, because an address may belong to nobody.
create table marked_addresses (
  hash bytea primary key,
  reason text not null check (reason in ('refused', 'bounced', 'complained')),
  -- What the mail server or the provider reported. It may name the address, so it is stored only while a user has it.
  detail text,
  user_id uuid,
  since timestamptz not null,
  -- When the mark ended. The row stays for a while, so that an older report cannot mark the address again.
  ended_at timestamptz
);

create index marked_addresses_user on marked_addresses (user_id) where user_id is not null;
create index marked_addresses_ended on marked_addresses (ended_at) where ended_at is not null;
create index users_by_address on users (lower(email));

-- Reports of the mail provider that were handled.
create table mail_events (
  id text primary key,
  received_at timestamptz not null
);

create index mail_events_received on mail_events (received_at);

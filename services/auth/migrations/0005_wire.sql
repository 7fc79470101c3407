-- One-time codes of the wire protocol: the newest of each kind replaces the one before, and use removes it.
create table pending_tokens (
  user_id uuid not null references users on delete cascade,
  slot text not null check (slot in (
    'confirmation', 'recovery', 'email_change_current', 'email_change_new', 'reauthentication'
  )),
  -- Keyed hash of what the mail carries.
  token_hash bytea not null,
  -- The address that the code was sent to.
  relates_to text not null,
  -- What takes effect with the token: for a confirmation, what was signed up with.
  payload jsonb not null default '{}',
  flow_state_id uuid references flow_states on delete set null,
  created_at timestamptz not null,
  expires_at timestamptz not null,
  primary key (user_id, slot)
);

create index pending_tokens_hash on pending_tokens (token_hash);

-- Which of the two addresses of a secure e-mail change has been proven so far.
alter table users add column email_change_proven text check (email_change_proven in ('current', 'new'));

update users set app_metadata = '{"provider": "email", "providers": ["email"]}'
where app_metadata = '{}' and email is not null;

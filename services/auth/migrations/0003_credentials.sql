-- Secrets that travel by mail or message and work once.
create table one_time_tokens (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  purpose text not null check (purpose in (
    'confirmation', 'invite', 'magiclink', 'recovery', 'email_change_current', 'email_change_new',
    'phone', 'phone_change', 'reauthentication'
  )),
  token_hash text not null unique,
  -- The address or number that the token was sent to.
  relates_to text not null,
  -- What takes effect with the token: for a confirmation, the form that was signed up with.
  payload jsonb not null default '{}',
  flow_state_id uuid,
  redirect_to text,
  created_at timestamptz not null default now(),
  expires_at timestamptz not null,
  used_at timestamptz
);

create index one_time_tokens_user on one_time_tokens (user_id, purpose);

-- A sign-in under way that ends with a code and its verifier (PKCE).
create table flow_states (
  id uuid primary key,
  user_id uuid references users on delete cascade,
  auth_code uuid not null unique,
  code_challenge text not null,
  code_challenge_method text not null check (code_challenge_method in ('s256', 'plain')),
  authentication_method text not null,
  provider text not null,
  provider_access_token text,
  provider_refresh_token text,
  redirect_to text,
  created_at timestamptz not null default now(),
  auth_code_issued_at timestamptz
);

create table mfa_factors (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  friendly_name text,
  factor_type text not null check (factor_type in ('totp', 'phone', 'webauthn')),
  status text not null default 'unverified' check (status in ('unverified', 'verified')),
  secret text,
  phone text,
  web_authn_credential jsonb,
  created_at timestamptz not null default now(),
  updated_at timestamptz not null default now(),
  last_challenged_at timestamptz
);

create unique index mfa_factors_name on mfa_factors (user_id, friendly_name) where trim(friendly_name) <> '';

alter table sessions add foreign key (factor_id) references mfa_factors on delete set null;

create table mfa_challenges (
  id uuid primary key,
  factor_id uuid not null references mfa_factors on delete cascade,
  otp_hash text,
  web_authn_session jsonb,
  ip inet not null,
  created_at timestamptz not null default now(),
  verified_at timestamptz
);

-- Keys of the partner API, shown once.
create table api_keys (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  name text not null,
  -- The first characters, by which a person recognises the key.
  prefix text not null,
  key_hash bytea not null unique,
  created_at timestamptz not null default now(),
  last_used_at timestamptz,
  expires_at timestamptz,
  revoked_at timestamptz
);

create index api_keys_user on api_keys (user_id);

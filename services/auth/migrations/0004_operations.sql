create table signing_keys (
  kid text primary key,
  alg text not null,
  private_jwk jsonb not null,
  public_jwk jsonb not null,
  created_at timestamptz not null default now(),
  -- Signs nothing any more, but is published while tokens of it live.
  retired_at timestamptz
);

-- Who did what, when, from where. Never holds a secret.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null default now(),
  action text not null,
  actor_id uuid,
  target_id uuid,
  ip inet,
  user_agent text,
  request_id text,
  detail jsonb not null default '{}'
);

create index audit_log_actor on audit_log (actor_id, at desc);
create index audit_log_target on audit_log (target_id, at desc);

-- Counters of attempts; the columns are those of rate-limiter-flexible.
create table attempts (
  key varchar(255) primary key,
  points integer not null default 0,
  expire bigint
);

create index attempts_expire on attempts (expire);

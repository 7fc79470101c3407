create table sessions (
  id uuid primary key,
  user_id uuid not null references users on delete cascade,
  aal text not null default 'aal1' check (aal in ('aal1', 'aal2')),
  -- [{method, timestamp}], newest first; timestamp in Unix seconds.
  amr jsonb not null,
  factor_id uuid,
  ip inet,
  user_agent text,
  created_at timestamptz not null default now(),
  refreshed_at timestamptz not null default now(),
  not_after timestamptz not null
);

create index sessions_user on sessions (user_id);

-- A chain per session: each use revokes a token and makes its child.
create table refresh_tokens (
  id bigint generated always as identity primary key,
  session_id uuid not null references sessions on delete cascade,
  parent_id bigint references refresh_tokens on delete cascade,
  -- SHA-256 of the token; the token itself is nowhere.
  token_hash bytea not null unique,
  -- With the parent token and the service's key it gives this token again. Null for the first of a session.
  nonce bytea,
  revoked_at timestamptz,
  created_at timestamptz not null default now()
);

create index refresh_tokens_session on refresh_tokens (session_id, id desc);
create index refresh_tokens_parent on refresh_tokens (parent_id);

-- An agent is one person in the nation. Rows stay by ZIP; rows of one person have the same `identity_id`.
create table agent_keys (
  -- A hash of what identifies the person (identity/agent-keys.ts).
  key uuid primary key,
  -- Null: an admin found that the key identifies nobody.
  identity_id uuid
);

create index agent_keys_identity on agent_keys (identity_id);

alter table agents
  -- Null for rows from before; the job `identify-agents` and deliveries fill it.
  add column identity_id uuid,
  -- The source gave the agent's own city or state; otherwise they are the property's.
  add column has_own_place boolean not null default false;

create index agents_identity on agents (identity_id, zip) where identity_id is not null;
create index agents_unidentified on agents (zip, id) where identity_id is null;

-- Identities that proved to be one. A load that still knew `from_id` is corrected by it.
create table agent_merges (
  from_id uuid primary key,
  into_id uuid not null,
  merged_at timestamptz not null
);

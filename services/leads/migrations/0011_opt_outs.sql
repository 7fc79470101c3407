-- An agent's request to be left out. It takes effect when the link that was mailed to the named address is opened.
create table opt_out_requests (
  id uuid primary key,
  state text not null check (state in ('requested', 'needs-review', 'in-effect', 'refused', 'undone')),
  -- Of the link. Kept when it was used, so that it can be told from one that never was.
  secret_hash bytea unique,
  created_at timestamptz not null,
  expires_at timestamptz,
  confirmed_at timestamptz,
  decided_at timestamptz
);

create index opt_out_requests_newest on opt_out_requests (created_at desc, id desc);

-- What a request names.
create table opt_out_contacts (
  request_id uuid not null references opt_out_requests on delete cascade,
  kind text not null check (kind in ('email', 'phone', 'license')),
  hash bytea not null,
  -- In full while the link, or an admin's decision, is awaited; null afterwards.
  value text,
  masked text not null,
  primary key (request_id, kind)
);

create index opt_out_contacts_hash on opt_out_contacts (hash);

-- A suppression belongs to its request, so that it can be undone. `id` rises in the order of the commits: whoever adds
-- one holds the lock of opt-out/suppressions.ts.
alter table suppressions
  add column id bigint generated always as identity,
  add column request_id uuid;

-- Those from before: one request each, which has no link and no more than a hash.
update suppressions set request_id = gen_random_uuid();
insert into opt_out_requests (id, state, created_at, confirmed_at)
select request_id, 'in-effect', created_at, created_at from suppressions;
insert into opt_out_contacts (request_id, kind, hash, masked)
select request_id, kind, hash, '' from suppressions;

alter table suppressions alter column request_id set not null;
alter table suppressions drop constraint suppressions_pkey;
alter table suppressions add primary key (hash, request_id);
create unique index suppressions_id on suppressions (id);
create index suppressions_request on suppressions (request_id);

-- Who did what, when, and from where. No secrets; contacts as hashes.
create table audit_log (
  id bigint generated always as identity primary key,
  at timestamptz not null,
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

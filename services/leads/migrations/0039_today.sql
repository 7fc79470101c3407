-- What a user did about an agent. The newest outcome of an account and agent holds; an undo deletes its row.
create table outcomes (
  id uuid primary key,
  account_id uuid not null,
  -- The agent's identity (`agents.identity_id`); merges and splits move it.
  agent_id uuid not null,
  -- The row of the agent that the user read; after a split the outcome is that of this row.
  zip text not null,
  row_id uuid not null,
  outcome text not null check (outcome in ('called', 'voicemail', 'met', 'not-interested', 'do-not-call')),
  note text,
  follow_up_on date,
  made_at timestamptz not null
);

create index outcomes_of_account on outcomes (account_id, agent_id, made_at desc);
create index outcomes_of_agent on outcomes (agent_id);
create index outcomes_of_row on outcomes (zip, row_id);

-- Agents whose next closing the account wants to hear of.
create table watches (
  account_id uuid not null,
  agent_id uuid not null,
  zip text not null,
  row_id uuid not null,
  since timestamptz not null,
  primary key (account_id, agent_id)
);

create index watches_of_agent on watches (agent_id);

-- Sales of watched agents of which the account knows: those when the watch began, and those that it was told of.
create table known_sales (
  account_id uuid not null,
  agent_id uuid not null,
  sale_id uuid not null,
  known_at timestamptz not null,
  primary key (account_id, agent_id, sale_id)
);

create index known_sales_of_agent on known_sales (agent_id);
create index known_sales_by_age on known_sales (known_at);

-- When an account last looked at Today.
create table visits (
  account_id uuid primary key,
  -- The last look.
  seen_at timestamptz not null,
  -- The last look of the visit before: agents who came later are new. Null in the first visit.
  previous_at timestamptz
);

-- Saved choices of agents in Today.
create table views (
  id uuid primary key,
  account_id uuid not null,
  name text not null,
  sort text not null,
  search text not null,
  -- Empty: all ZIPs of the account.
  zips text[] not null,
  is_start boolean not null
);

create index views_of_account on views (account_id);

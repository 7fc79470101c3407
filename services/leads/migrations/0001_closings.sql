-- Ids of agents, sales and closings are hashes of their natural keys (domain/natural-key.ts): a row has the same
-- id whenever and however often it arrives. `zip` leads every key, so that each table can be partitioned or
-- distributed by it. There are no foreign keys between the three: one statement writes all of them.
create table agents (
  zip text collate "C" not null,
  id uuid not null,
  full_name text not null,
  license_number text,
  brokerage_name text,
  team_name text,
  email text,
  mobile text,
  phone text,
  website_url text,
  facebook_url text,
  linkedin_url text,
  office_address text,
  city text not null,
  state text not null,
  -- The agent asked to be left out of every list.
  is_suppressed boolean not null default false,
  updated_at timestamptz not null default now(),
  primary key (zip, id)
);

create table sales (
  zip text collate "C" not null,
  id uuid not null,
  address1 text not null,
  address2 text,
  city text not null,
  state text not null,
  price bigint not null,
  sold_date date not null,
  beds real,
  baths real,
  sqft integer,
  type text check (type in ('home', 'condo', 'multi', 'commercial')),
  -- The source's own word for the type.
  source_type text,
  mls_id text,
  listed_date date,
  lot_size_acres real,
  updated_at timestamptz not null default now(),
  primary key (zip, id)
);

-- An agent's part in a sale. The date is part of the sale's id, so the copy here never goes stale.
create table closings (
  zip text collate "C" not null,
  id uuid not null,
  sale_id uuid not null,
  agent_id uuid not null,
  agent_role text not null,
  sold_date date not null,
  created_at timestamptz not null default now(),
  -- In the order of the lists.
  primary key (zip, sold_date, id)
);

create table lead_lists (
  zip text collate "C" primary key,
  id uuid not null unique,
  version integer not null,
  updated_at timestamptz not null
);

-- A cell that no spreadsheet takes for a formula.
create function csv_text(value text) returns text immutable parallel safe language sql as $$
  select case when ascii(value) in (9, 13, 43, 45, 61, 64) then '''' || value else value end
$$;

-- A phone number with its leading + written as 00, which is as safe and still a number to dial.
create function csv_phone(value text) returns text immutable parallel safe language sql as $$
  select case when ascii(value) = 43 then '00' || substr(value, 2) else csv_text(value) end
$$;

-- A closing carries the facts of its sale, so that lists are filtered and counted in one table. `sale_id` still
-- names the sale that several agents had a part in.
alter table closings
  add column address1 text,
  add column address2 text,
  add column city text,
  add column state text,
  add column price bigint,
  add column beds real,
  add column baths real,
  add column sqft integer,
  add column type text check (type in ('home', 'condo', 'multi', 'commercial')),
  -- The source's own word for the type.
  add column source_type text,
  add column mls_id text,
  add column listed_date date,
  add column lot_size_acres real,
  -- As at the agent.
  add column is_suppressed boolean not null default false,
  add column updated_at timestamptz not null default now();

update closings c
set address1 = s.address1, address2 = s.address2, city = s.city, state = s.state, price = s.price, beds = s.beds,
  baths = s.baths, sqft = s.sqft, type = s.type, source_type = s.source_type, mls_id = s.mls_id,
  listed_date = s.listed_date, lot_size_acres = s.lot_size_acres, is_suppressed = a.is_suppressed
from sales s, agents a
where s.zip = c.zip and s.id = c.sale_id and a.zip = c.zip and a.id = c.agent_id;

alter table closings
  alter column address1 set not null,
  alter column city set not null,
  alter column state set not null,
  alter column price set not null;

alter table closings drop constraint closings_pkey;
alter table closings add primary key (zip, sold_date, id);
drop index if exists closings_by_date;
drop table sales;

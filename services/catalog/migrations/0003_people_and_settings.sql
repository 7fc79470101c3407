-- Our copy of auth's people: what the webhook says about them, and what an assignment needs.
create table people (
  id uuid primary key,
  version integer not null,
  email text,
  first_name text,
  last_name text,
  industry text,
  status text not null check (status in ('active', 'suspended', 'deleted'))
);

create table settings (
  key text primary key,
  version integer not null,
  value text not null
);

create table lead_flags (
  id uuid primary key,
  version integer not null,
  zip text collate "C" not null,
  closing_id uuid not null,
  agent_id uuid not null,
  agent_name text not null,
  agent_email text,
  agent_phone text,
  user_id uuid not null,
  note text not null,
  status text not null check (status in ('pending', 'reviewed', 'resolved')),
  created_at timestamptz not null
);

create index lead_flags_newest on lead_flags (created_at desc);
create index lead_flags_by_agent on lead_flags (zip, agent_id);

-- Agents who asked to be left out: hashes of what they can be known by.
create table suppressions (
  hash bytea primary key,
  kind text not null check (kind in ('email', 'phone', 'license')),
  created_at timestamptz not null default now()
);

-- What a contact is known by, whatever its spelling: the same for the request to be left out and for a row of a
-- source. A phone is its last ten digits, a licence its letters and digits.
create function contact_hash(kind text, value text) returns bytea immutable parallel safe language sql as $$
  select sha256(convert_to(kind || ':' || case kind
    when 'phone' then right(regexp_replace(value, '\D', '', 'g'), 10)
    when 'license' then upper(regexp_replace(value, '[^A-Za-z0-9]', '', 'g'))
    else lower(value)
  end, 'UTF8'))
$$;

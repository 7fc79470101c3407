-- An account's exports, for 'only new' and 'again'. `export_log` stays the trace of who took rows out of the product.
create table kept_exports (
  id uuid primary key,
  account_id uuid not null,
  made_at timestamptz not null,
  format text not null check (format in ('csv', 'xlsx', 'json')),
  preset text not null,
  -- Of the full file: the chosen columns in their order; null for all.
  columns text[],
  filters jsonb not null,
  is_only_new boolean not null,
  -- Counted when the account first lists the export.
  agents integer,
  closings integer not null
);
create index kept_exports_of_account on kept_exports (account_id, made_at desc, id);
create index kept_exports_made on kept_exports (made_at);

-- The rows of an export in a ZIP. Arrays, because a row for each closing would slow the export of a large list.
create table kept_export_parts (
  export_id uuid not null,
  zip text collate "C" not null,
  account_id uuid not null,
  -- The agent's row of each closing: merges and splits of agents leave it right.
  agent_ids uuid[] not null,
  -- Null when the export is too old to be downloaded again.
  closing_ids uuid[],
  primary key (export_id, zip)
);
create index kept_export_parts_of_account on kept_export_parts (account_id, zip);
create index kept_export_parts_of_zip on kept_export_parts (zip);
-- Ids do not compress: trying costs more than it saves.
alter table kept_export_parts
  alter column agent_ids set storage external,
  alter column closing_ids set storage external;

-- An account's last choice of a file.
create table file_choices (
  account_id uuid primary key,
  choice jsonb not null
);

-- Exports are also workbooks now; the code's types name the formats.
alter table export_log drop constraint export_log_format_check;

-- The family name with its particles and suffix: the last word of 'Ann Lee', 'van Dyk Jr.' of 'Ann van Dyk Jr.'. Null for
-- a single word. The expression is slow, so most names are split without it.
create function last_name(full_name text) returns text immutable parallel safe language sql as $$
  select case
    when strpos(full_name, ' ') = 0 then null
    when lower(split_part(full_name, ' ', -1)) <> all('{jr,jr.,sr,sr.,ii,iii,iv}')
      and lower(split_part(full_name, ' ', -2)) <> all('{van,von,de,der,den,del,della,di,da,dos,du,la,le,los,ter,ten,st,st.}')
      then split_part(full_name, ' ', -1)
    else substring(full_name from
      '(?i)\s((?:(?:van|von|de|der|den|del|della|di|da|dos|du|la|le|los|ter|ten|st\.?)\s+)*\S+(?:,?\s+(?:jr|sr|ii|iii|iv)\.?)?)$')
  end
$$;
create function first_name(full_name text) returns text immutable parallel safe language sql as $$
  select rtrim(left(full_name, length(full_name) - coalesce(length(last_name(full_name)), 0)))
$$;

-- Street, city, state and ZIP of an address such as '12 Main St, Kent, WA 98030'; null for other forms.
create function address_parts(address text) returns text[] immutable parallel safe language sql as $$
  select regexp_match(address, '^(.+),\s*([^,]+),\s*([A-Za-z]{2})\.?,?\s+(\d{5}(?:-\d{4})?)$')
$$;

-- An account's own lists: customers, and contacts that it must not call.
create table own_lists (
  account_id uuid not null,
  kind text not null check (kind in ('customers', 'do-not-call')),
  id uuid not null unique,
  file_name text not null,
  emails integer not null,
  phones integer not null,
  rejected integer not null,
  -- The first rejected lines as {line, reason}, without their content.
  reasons jsonb not null,
  uploaded_at timestamptz not null,
  -- When its agents had been found; null before.
  matched_at timestamptz,
  -- The hash of a constant: another secret of the installation cannot read the entries.
  key_check bytea not null,
  primary key (account_id, kind)
);

-- HMAC-SHA-256 of a `contact_hash`. The process sends both pads of its key with each connection: no key is in the
-- database. Without a key it is null.
create function own_list_hash(contact bytea) returns bytea stable parallel safe language sql as $$
  select sha256(decode(current_setting('closingwire.own_lists_outer', true), 'hex')
    || sha256(decode(current_setting('closingwire.own_lists_inner', true), 'hex') || contact))
$$;

-- `own_list_hash` of contacts.
create table own_list_entries (
  list_id uuid not null,
  hash bytea not null,
  primary key (list_id, hash)
);
create index own_list_entries_hash on own_list_entries using hash (hash);

-- The agents whom an account's lists leave out, by their rows.
create table own_list_agents (
  account_id uuid not null,
  zip text collate "C" not null,
  agent_id uuid not null,
  list_id uuid not null,
  primary key (account_id, zip, agent_id, list_id)
);
create index own_list_agents_of_row on own_list_agents (zip, agent_id);
create index own_list_agents_of_list on own_list_agents (list_id);

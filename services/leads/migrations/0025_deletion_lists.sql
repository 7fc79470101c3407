-- Lists of California's deletion platform (DROP), one row per list that an admin uploaded.
create table deletion_lists (
  id uuid primary key,
  kind text not null check (kind in ('email', 'phone')),
  file_name text not null,
  -- The day of the download by the file's name, else of the upload.
  listed_on date not null,
  -- Of the records, or of the file's name if there are none: the same list is stored once.
  digest bytea not null,
  record_count integer not null,
  uploaded_by uuid,
  uploaded_at timestamptz not null,
  -- matching: agents are looked for; hiding: the found ones are hidden; done: every record has its outcome.
  state text not null check (state in ('matching', 'hiding', 'done')),
  deleted integer not null default 0,
  opted_out integer not null default 0,
  finished_at timestamptz,
  -- When the reply file was first downloaded.
  replied_at timestamptz,
  -- Rises in the order of the commits that change which agents are hidden (opt-out/suppressions.ts).
  change bigint not null,
  unique (kind, digest)
);
create sequence deletion_changes;
create index deletion_lists_newest on deletion_lists (uploaded_at desc, id desc);

-- The records of the lists, kept for good. Their kind and the time when they were first seen are their list's.
create table deletion_records (
  list_id uuid not null,
  position integer not null,
  record_id text not null,
  hash bytea not null,
  -- The platform's code: 3 deleted, 4 opted out. Null: not found.
  outcome smallint,
  primary key (list_id, position)
);
-- Of hash access: a look costs 1 microsecond among a million records, in a B-tree 1.8.
create index deletion_records_hash on deletion_records using hash (hash);

-- Agents found by a list who are not hidden yet; empty between runs.
create table deletion_matches (
  list_id uuid not null,
  zip text collate "C" not null,
  agent_id uuid not null,
  -- Only this agent has the identifier, so their data are deleted.
  is_deleted boolean not null,
  primary key (list_id, zip, agent_id)
);

-- All data of the agent are deleted. The row stays, so that no delivery stores the agent again.
alter table agents add column is_deleted boolean not null default false;

-- The platform's hash of an email address or a phone number as they are stored here. Only stable, for `textsend` is the
-- fastest way to the bytes of a text; the planner inlines it.
create function deletion_hash(kind text, value text) returns bytea stable parallel safe language sql as $$
  select sha256(textsend(case kind
    when 'phone' then right(regexp_replace(value, '\D', '', 'g'), 10)
    else lower(value)
  end))
$$;

-- Opt-outs match every contact of an agent. Few agents have more than one of a kind. The body is bound now: an index is
-- built without the schema in the search path.
create function contact_hashes(kind text, contacts text[]) returns bytea[] immutable parallel safe language sql
  return (select array_agg(contact_hash(kind, contact)) from unnest(contacts) contact);
create index agents_other_email_hashes on agents using gin (contact_hashes('email', other_emails))
  where other_emails is not null;
create index agents_other_phone_hashes on agents using gin (contact_hashes('phone', other_phones))
  where other_phones is not null;

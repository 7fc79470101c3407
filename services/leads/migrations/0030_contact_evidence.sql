-- What is known about a contact, by its `contact_hash`: the newest result of each kind.
create table contact_evidence (
  hash bytea not null,
  -- verification: of an email address; line-type: of a phone; wrong: an admin confirmed a flag.
  about text not null check (about in ('verification', 'line-type', 'wrong')),
  result text not null,
  -- The provider's host, or 'admin'.
  provider text not null,
  checked_at timestamptz not null,
  primary key (hash, about)
);
create index contact_evidence_wrong on contact_evidence (hash) where about = 'wrong';

-- The state of each configured provider.
create table contact_providers (
  kind text primary key check (kind in ('verification', 'line-type')),
  failures integer not null default 0,
  fault_message text,
  fault_at timestamptz,
  -- No call before: the provider asked for a pause, or the last call failed.
  resumes_at timestamptz,
  last_success_at timestamptz
);

-- Contacts sent to a provider by day (UTC), counted before they are sent.
create table contact_requests (
  kind text not null,
  day date not null,
  contacts integer not null,
  primary key (kind, day)
);

-- Uploaded lists of the National Do Not Call Registry.
create table do_not_call_lists (
  id uuid primary key,
  kind text not null check (kind in ('full', 'changes')),
  -- The holder's Subscription Account Number (SAN).
  account_number text not null,
  listed_on date not null,
  file_name text not null,
  -- Of the numbers and their marks: the same list of a day is stored once.
  digest bytea not null,
  number_count integer not null,
  area_codes text[] not null,
  uploaded_by uuid,
  uploaded_at timestamptz not null,
  unique (kind, listed_on, digest)
);

-- The area codes that lists cover, as of the last list.
create table do_not_call_areas (
  area_code text collate "C" primary key,
  listed_on date not null,
  number_count integer not null
);

-- The numbers of these area codes, as `contact_hash('phone', …)`.
create table do_not_call_numbers (
  area_code text collate "C" not null,
  hash bytea not null,
  primary key (area_code, hash)
);

alter table lead_flags
  -- The contact that an admin confirmed as wrong.
  add column wrong_contact text check (wrong_contact in ('email', 'phone')),
  -- pending: billing decides; credited, nothing: as billing decided. Null: no credit was asked for.
  add column credit_state text check (credit_state in ('pending', 'credited', 'nothing')),
  add column credit_cents integer not null default 0,
  add column credit_reason text;

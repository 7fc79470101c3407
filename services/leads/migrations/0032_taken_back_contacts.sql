alter table lead_flags
  -- The contact that an admin confirmed as wrong, by its `contact_hash`: the contact itself may be erased later.
  add column wrong_hash bytea,
  add column confirmed_at timestamptz,
  -- An admin took the last confirmation back. Null while it holds.
  add column taken_back_at timestamptz,
  add column taken_back_by uuid;

update lead_flags f set wrong_hash = e.hash, confirmed_at = e.checked_at from contact_evidence e
where e.about = 'wrong' and f.wrong_contact is not null
  and e.hash = contact_hash(f.wrong_contact, case f.wrong_contact when 'email' then f.agent_email else f.agent_phone end);

create index lead_flags_wrong on lead_flags (wrong_hash) where wrong_hash is not null and taken_back_at is null;

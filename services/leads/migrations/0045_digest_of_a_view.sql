-- The saved view whose agents the digest has; null for all ZIPs.
alter table digests add column view_id uuid references views on delete set null;

create index digests_of_view on digests (view_id) where view_id is not null;

-- When the user last asked for a digest at once.
alter table digests add column asked_at timestamptz;

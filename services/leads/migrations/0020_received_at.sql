-- When the facts of a row were received: an older delivery that arrives late does not overwrite them. Null before this.
alter table agents add column received_at timestamptz;
alter table closings add column received_at timestamptz;

-- Batches of which a part is parked, or on its way.
create index batches_incomplete on batches (seen_at)
  where state in ('loading', 'failed') and loaded_parts < expected_parts;

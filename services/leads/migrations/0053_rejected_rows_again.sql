-- The delivery that contained a rejected row again, in a repaired file, and whether that delivery accepted it.
alter table rejects
  add column again_by uuid,
  add column is_repaired boolean not null default false;
create index rejects_again on rejects (batch_id) where again_by is not null;
create index batches_undone on batches (started_at) where undo_started_at is not null;

-- The texts of the faults after the first one, so that a search finds rows by any fault.
create function fault_texts(further jsonb) returns text language sql immutable strict parallel safe as $$
  select string_agg((fault ->> 'field') || chr(10) || (fault ->> 'message'), chr(10))
  from jsonb_array_elements(further) fault $$;
-- Not built concurrently, as 0048; few rows have several faults.
create index rejects_further on rejects using gin (fault_texts(further) gin_trgm_ops) where further is not null;

-- Admins search rejected rows by a part of the reason, and by source.
create extension if not exists pg_trgm;
create index rejects_reason on rejects using gin (field gin_trgm_ops, message gin_trgm_ops);
create index batches_by_source on batches (source_id, started_at);

-- Admins search rejected rows by a part of the reason, and by source.
create extension if not exists pg_trgm;
-- Not built concurrently, which would wait for ever for the other process that waits for this migration: for 1,000,000
-- rejected rows, deliveries with rejected rows pause some 8 to 12 seconds and readers not at all; the index has 75 MB.
create index rejects_reason on rejects using gin (field gin_trgm_ops, message gin_trgm_ops);
create index batches_by_source on batches (source_id, started_at);

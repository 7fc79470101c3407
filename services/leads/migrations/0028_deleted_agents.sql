-- Loads ask for each agent whether a deletion list deleted the identity; few are.
create index agents_deleted on agents (identity_id) where is_deleted;

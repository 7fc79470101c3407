-- The columns that the admin chose by hand for the last file of the source, by header; null for one that is not read.
alter table sources add column last_mapping jsonb not null default '{}';

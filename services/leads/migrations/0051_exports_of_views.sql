-- The saved view that an export was made of, with its name of that time; null without one.
alter table kept_exports add column view_id uuid, add column view_name text;
-- The exports that a file of new agents was compared with.
alter table kept_exports add column compared_with text not null default 'all' check (compared_with in ('all', 'same'));

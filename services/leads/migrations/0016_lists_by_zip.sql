-- A table that is distributed by ZIP can hold unique only what has the ZIP in it; ids are UUIDs, unique as they are made.
create index lead_lists_by_id on lead_lists (id);
alter table lead_lists drop constraint lead_lists_id_key;

-- A table that is distributed by ZIP can hold unique only what has the ZIP in it; ids are UUIDs, unique as they are made.
alter table lead_lists drop constraint lead_lists_id_key;

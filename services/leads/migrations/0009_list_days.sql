-- What a list held when it was made ready: its own day, and which closings were there.
alter table lead_lists
  -- Today in the state of the ZIP, when the list was brought up to date. Older lists get a day of the middle of the
  -- country; their next refresh sets it right.
  add column day date,
  -- By the clock of the database, as closings.created_at is.
  add column as_of timestamptz not null default clock_timestamp();

update lead_lists set day = (updated_at at time zone 'America/Chicago')::date;

alter table lead_lists alter column day set not null;

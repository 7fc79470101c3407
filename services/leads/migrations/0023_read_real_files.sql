-- What real files hold besides the columns so far: an extension, and several addresses or numbers in one cell.
alter table agents
  add column phone_extension text,
  add column other_emails text[],
  add column other_phones text[];

-- How a delivery was read (`deliveryReport` of the contract), and the cells that were left out of accepted rows.
alter table batches
  add column dropped_cells integer not null default 0,
  add column report jsonb,
  -- An admin delivers a file without an ingestion key.
  add column delivered_by uuid,
  add column file_name text,
  alter column key_id drop not null;

create table dropped_cells (
  batch_id uuid not null,
  line integer not null,
  field text not null,
  message text not null,
  primary key (batch_id, line, field)
);

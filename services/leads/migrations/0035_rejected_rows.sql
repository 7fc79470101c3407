-- A rejected row as it was received, so that it can be repaired. The content is deleted after 30 days, the fault after 90.
alter table rejects
  -- The faults after the first one: [{field, message}].
  add column further jsonb,
  -- The row as a spreadsheet counts; null if it is the line.
  add column sheet_row integer,
  -- A JSON array of texts. Not jsonb: a cell may hold NUL.
  add column cells text;
create index rejects_with_cells on rejects (batch_id) where cells is not null;

-- The names of the columns of `rejects.cells`, as a JSON array.
alter table batches add column header text;

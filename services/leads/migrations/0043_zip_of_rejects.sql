-- The ZIP of a rejected row, if it was readable; it tells why a ZIP has no closings. Null for earlier rows.
alter table rejects add column zip text;
create index rejects_zip on rejects (zip) where zip is not null;

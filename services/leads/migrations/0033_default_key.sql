-- The source of a key is shown with its closings, and 'local' says nothing to their readers.
update sources set name = 'Default lead source'
where name = 'local' and not exists (select from sources where name = 'Default lead source');
update ingestion_keys set name = 'Default lead source' where name = 'local';

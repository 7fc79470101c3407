-- Parts whose closings can still be downloaded again: the nightly job read all older parts again.
create index kept_export_parts_to_blank on kept_export_parts (export_id) where closing_ids is not null;

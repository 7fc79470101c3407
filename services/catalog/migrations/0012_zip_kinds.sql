-- po_box: PO boxes alone; unique: one organization. The load of zip-kinds.txt sets both.
alter table zips add column kind text not null default 'standard' check (kind in ('standard', 'po_box', 'unique'));

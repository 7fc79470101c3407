-- An export counts once its file was sent: one that breaks off, or whose process dies, leaves no agent out of later files.
alter table kept_exports add column is_sent boolean not null default true;
create index kept_exports_not_sent on kept_exports (made_at) where not is_sent;

-- Rows of exports that broke off stayed behind.
delete from kept_export_parts p where not exists (select from kept_exports e where e.id = p.export_id);
-- contract: the version before, too, stores an export before its parts, in one transaction
alter table kept_export_parts
  add constraint kept_export_parts_of_export foreign key (export_id) references kept_exports on delete cascade;

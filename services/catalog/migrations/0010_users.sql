-- contract: processes of the previous version read and write the view below.
alter table people rename to users;
alter table users rename constraint people_pkey to users_pkey;
alter table users rename constraint people_status_check to users_status_check;

-- The old name, until no process uses it.
create view people as select * from users;

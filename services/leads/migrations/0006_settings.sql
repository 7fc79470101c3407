-- The settings of the site that matter here, kept from their events; the highest version wins.
create table settings (
  key text primary key,
  version integer not null,
  value text not null
);

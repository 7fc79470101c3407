-- Whose account this was, as a keyed hash of the address: one trial per person, also after she left.
alter table accounts add column former_address bytea;
create index accounts_former_address on accounts (former_address) where former_address is not null;

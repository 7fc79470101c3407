create table effect (kind text not null, n bigint not null, seen integer not null default 1, primary key (kind, n));
create table pair (seq bigint primary key);

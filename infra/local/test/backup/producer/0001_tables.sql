create table thing (n bigint primary key);
create table pair (seq bigint primary key);

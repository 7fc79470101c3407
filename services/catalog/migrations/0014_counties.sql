-- As people say it: 'Travis County', 'Orleans Parish'. Null for a ZIP that the data set does not have.
alter table zips add column county text;
create index zips_by_county on zips using gin (county gin_trgm_ops);

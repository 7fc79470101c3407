-- What a delivery did to a closing (by its sale) or an agent. The first of these that one of its loads reports is its effect.
create type delivery_effect as enum ('new', 'changed', 'same');

-- The effects of each load of a delivery, until the delivery is done: a sale can have rows in several loads.
create table delivery_effects (
  batch_id uuid not null,
  of_table text not null check (of_table in ('agents', 'closings')),
  effect delivery_effect not null,
  ids uuid[] not null
);
-- Random ids cannot be compressed.
alter table delivery_effects alter column ids set storage external;
create index delivery_effects_batch on delivery_effects (batch_id);

-- The counts of the effects: {agents, closings}, each {new, changed, same}; null until the delivery is done.
alter table batches add column effects jsonb;

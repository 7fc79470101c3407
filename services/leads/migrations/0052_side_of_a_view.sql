-- The side of the deals whose agents the view has; null for any side.
alter table views add column side text check (side in ('buyer', 'seller'));

-- The price of a ZIP that the account's amount was last published for as a whole; of accounts from before, the first
-- run of publish-price publishes it.
alter table accounts add column published_cents int;

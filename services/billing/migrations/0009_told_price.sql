-- At which price of a ZIP the account's amount was last published.
alter table accounts add column told_cents int;

-- An admin gave the ZIP, free of charge: its email must not say that the user subscribed.
alter table subscriptions add column is_granted boolean not null default false;

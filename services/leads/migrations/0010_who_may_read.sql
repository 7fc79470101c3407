-- What the subscription at the payment provider is to the account, and whether a ZIP was granted; null until billing
-- published it.
alter table accounts add column payment_state text;
alter table subscriptions add column kind text;

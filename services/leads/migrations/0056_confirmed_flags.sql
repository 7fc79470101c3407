-- A confirmed flag is no longer pending: it was resolved when an admin confirmed it.
update lead_flags set status = 'resolved', version = version + 1
where status = 'pending' and credit_state is not null and taken_back_at is null;

-- Also the ZIPs that the user gave back, for what a flag can bring.
create index subscriptions_of_account on subscriptions (account_id, zip);

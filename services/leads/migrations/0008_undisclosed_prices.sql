-- A price of 0 says that the price is not disclosed. Unknown is null, so that no filter and no average counts it.
alter table closings alter column price drop not null;
update closings set price = null, updated_at = now() where price = 0;

-- Of the accepted rows, those whose price the source does not disclose.
alter table batches add column undisclosed_prices integer not null default 0;

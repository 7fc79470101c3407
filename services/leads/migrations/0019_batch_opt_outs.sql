-- Of the loaded rows, those that are not stored because their agent opted out.
alter table batches add column opted_out integer not null default 0;

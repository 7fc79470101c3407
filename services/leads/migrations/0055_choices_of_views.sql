-- A saved view's last choice of a file. A deleted view keeps its choice until the account's next one, for 'Undo'.
create table view_file_choices (
  account_id uuid not null,
  view_id uuid not null,
  choice jsonb not null,
  primary key (account_id, view_id)
);

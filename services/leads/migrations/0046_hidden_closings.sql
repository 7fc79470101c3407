-- An admin hid the closing: `is_suppressed` stays true until they show it again (`keep_corrections`). An undo of the
-- delivery retracts such a row and does not remove it, so that the next delivery finds it hidden.
alter table closings add column hidden_at timestamptz, add column hidden_by uuid;

-- Paid and access in batches (docs/decisions/0057): the row of the list that a change mended, by which the batch undoes it, and
-- whether the last check compared tracking documents, as the batch does too.
alter table access_mend add column gap_id uuid;
create index access_mend_by_gap on access_mend (tenant, gap_id, done_at) where gap_id is not null;
alter table access_check add column has_tracking boolean not null default true;

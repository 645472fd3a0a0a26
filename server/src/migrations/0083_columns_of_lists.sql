-- Columns of attendance lists are remembered like those of imports: the kinds are the contract's.
alter table import_column drop constraint if exists import_column_kind_check;

-- Known events of a tenant, however their names are written: found by value, and read name by name.
alter table event_voucher add column name_key text collate "C" not null generated always as (lower(event_name)) stored;
create index event_voucher_by_name on event_voucher (tenant, name_key, id);

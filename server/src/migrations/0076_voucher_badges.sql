-- Columns that the badge of a voucher needs, so that a filter by badge counts from the index.
drop index voucher_list;
create index voucher_list on voucher (tenant, id, is_published, is_active, start_date, end_date)
  include (used_count, quota, all_product);

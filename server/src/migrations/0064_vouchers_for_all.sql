-- The vouchers for all products that a member could use, by their end: looked for whenever a price is explained.
create index voucher_for_all on voucher (tenant, end_date, id) where all_product and is_published and is_active;

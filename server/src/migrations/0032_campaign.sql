-- Campaigns: discounts and vouchers with shared dates and one switch (docs/decisions/0082).
call record_table('campaign', $$
  start_date timestamptz not null,
  end_date timestamptz not null,
  is_active boolean not null default false,
  check (start_date < end_date)
$$);
create index campaign_list on campaign (tenant, id, is_active, start_date, end_date);
create index campaign_by_name on campaign (tenant, search collate "C", id);
create index campaign_by_start on campaign (tenant, start_date, id);
create index campaign_by_end on campaign (tenant, end_date, id);
create index campaign_by_updated on campaign (tenant, updated_at, id);
create index campaign_search on campaign using gin (search gin_trgm_ops);

call link_table('campaign', 'discount');
call link_table('campaign', 'voucher');
-- A promotion is in one campaign at most.
drop index campaign_discount_by_discount;
drop index campaign_voucher_by_voucher;
create unique index campaign_discount_by_discount on campaign_discount (tenant, discount_id);
create unique index campaign_voucher_by_voucher on campaign_voucher (tenant, voucher_id);

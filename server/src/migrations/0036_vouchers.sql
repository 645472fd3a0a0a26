-- What is sold beside courses, learning paths and plans; vouchers; and what discounts and vouchers are for (domain.md, Product,
-- Voucher, Discount).
call record_table('product', $$
  price int not null default 0 check (price >= 0),
  is_published boolean not null default false
$$);
create index product_search on product using gin (search gin_trgm_ops);

call record_table('voucher', $$
  -- What members type; told apart by letters and digits alone.
  code text not null check (code ~ '^[A-Z0-9]{4,20}$'),
  description text not null default '',
  discount_type smallint not null check (discount_type in (0, 1, 2)),
  value int not null check (value >= 0),
  max_discount int check (max_discount >= 1),
  min_purchase int check (min_purchase >= 1),
  start_date timestamptz not null,
  end_date timestamptz,
  is_repeating boolean not null default false,
  quota int check (quota >= 1),
  used_count int not null default 0 check (used_count >= 0),
  quota_per_user int not null default 1 check (quota_per_user >= 1),
  is_stackable boolean not null default false,
  all_product boolean not null default false,
  is_published boolean not null default false,
  is_active boolean not null default false,
  constraint voucher_tenant_code_key unique (tenant, code),
  check (discount_type <> 2 or value between 1 and 100),
  check (start_date < end_date),
  check (used_count <= quota)
$$);
-- It is looked for by its code, too.
alter table voucher drop column search;
alter table voucher add column search text generated always as (lower(name || ' ' || code)) stored;
-- As those of discounts (0031): a status or a publication passes over entries.
create index voucher_list on voucher (tenant, id, is_published, is_active, start_date, end_date);
create index voucher_by_name on voucher (tenant, search collate "C", id, is_published);
create index voucher_by_start on voucher (tenant, start_date, id, is_active, end_date, is_published);
create index voucher_by_end on voucher (tenant, end_date, id, is_published);
create index voucher_by_updated on voucher (tenant, updated_at, id, is_published);
create index voucher_search on voucher using gin (search gin_trgm_ops);

call link_table('voucher', 'course');
call link_table('voucher', 'learning_path', 'path');
call link_table('voucher', 'subscription_plan', 'plan');
call link_table('voucher', 'product');
call link_table('discount', 'subscription_plan', 'plan');
call link_table('discount', 'product');

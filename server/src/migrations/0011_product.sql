-- Products that are sold beside courses, learning paths and plans (domain.md, Product).
call record_table('product', $$
  price int not null default 0 check (price >= 0),
  is_published boolean not null default false
$$);
create index product_list on product (tenant, id, is_published);
create index product_by_name on product (tenant, search collate "C", id, is_published);
create index product_by_price on product (tenant, price, id, is_published);
create index product_by_updated on product (tenant, updated_at, id, is_published);
create index product_search on product using gin (search gin_trgm_ops);

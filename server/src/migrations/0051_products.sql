-- What the list of products is sorted and filtered by, as that of learning paths (0040).
create index product_list on product (tenant, id, is_published);
create index product_by_name on product (tenant, search collate "C", id, is_published);
create index product_by_price on product (tenant, price, id, is_published);
create index product_by_updated on product (tenant, updated_at, id, is_published);

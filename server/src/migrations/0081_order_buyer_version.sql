-- A version of an order's buyer, so that of two people who edit one, the second learns of the first.

alter table order_buyer
  add column id uuid not null default new_id(),
  add column version int not null default 1,
  add column updated_at timestamptz not null default now(),
  add unique (tenant, id);
create trigger touch before update on order_buyer for each row execute function touch();

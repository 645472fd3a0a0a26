-- Companies, their orders of seats, and the codes with which members claim them (docs/decisions/0124).

call record_table('company', $$
  npwp text not null default '',
  address text not null default '',
  -- Invoices name it.
  email text not null,
  -- Member who gets the codes.
  contact_id uuid,
  note text not null default '',
  foreign key (tenant, contact_id) references "user" on delete set null (contact_id)
$$, searched => $$search_text(name || ' ' || npwp || ' ' || email)$$);
create index company_list on company (tenant, id);
create index company_by_name on company (tenant, search collate "C", id);
create index company_by_updated on company (tenant, updated_at, id);
create index company_search on company using gin (search gin_trgm_ops);
create index company_by_contact on company (tenant, contact_id) where contact_id is not null;

alter table "order"
  add column company_id uuid,
  add column purchase_order text not null default '',
  add column purchase_order_file text,
  -- Order of a company whose seat this order claims.
  add column seat_of uuid,
  add foreign key (tenant, company_id) references company,
  add foreign key (tenant, seat_of) references "order";
create index order_by_company on "order" (tenant, company_id, status, created_at desc, id desc) where company_id is not null;
create index order_by_seat_of on "order" (tenant, seat_of) where seat_of is not null;

-- `price` and `discount_amount` are those of all seats.
alter table order_item add column quantity int not null default 1 check (quantity between 1 and 200);

-- Voucher whose codes are the seats of an item of a company's order; it works while that order is paid.
alter table voucher
  add column order_id uuid,
  add column order_line int,
  add foreign key (tenant, order_id, order_line) references order_item,
  add check ((order_id is null) = (order_line is null));
drop index voucher_list;
create index voucher_list on voucher (tenant, id, is_published, is_active, start_date, end_date)
  include (used_count, quota, all_product, order_id);
create unique index voucher_of_seats on voucher (tenant, order_id, order_line) where order_id is not null;
create index voucher_with_seats_left on voucher (tenant, order_id)
  include (end_date) where order_id is not null and is_active and used_count < quota;

-- However an order became paid, or paid no longer.
create function open_seats() returns trigger language plpgsql as $$
begin
  update voucher set is_active = come.status = 'paid'
    from come join gone on gone.tenant = come.tenant and gone.id = come.id
    where voucher.tenant = come.tenant and voucher.order_id = come.id and come.company_id is not null
      and (come.status = 'paid') <> (gone.status = 'paid');
  return null;
end $$;
create trigger open_seats after update on "order" referencing old table as gone new table as come
  for each statement execute function open_seats();

-- Whoever switches the voucher waits for a change of its order, which writes the voucher too.
create function refuse_unpaid_seats() returns trigger language plpgsql as $$
begin
  if exists (select from "order" where tenant = new.tenant and id = new.order_id and status <> 'paid') then
    raise exception 'These are seats of an order that is not paid' using errcode = 'HT409';
  end if;
  return new;
end $$;
create trigger refuse_unpaid_seats before update of is_active on voucher
  for each row when (new.order_id is not null and new.is_active and not old.is_active) execute function refuse_unpaid_seats();

-- By name after count_redemption, which locks the voucher.
create function seat_is_open() returns trigger language plpgsql as $$
begin
  if new.released_at is null and exists (select from voucher where tenant = new.tenant and id = new.voucher_id
      and order_id is not null and (new.code is null or not is_active)) then
    raise exception 'This is no code of a seat that is paid' using errcode = 'HT409';
  end if;
  return new;
end $$;
create trigger seat_is_open before insert or update of released_at on voucher_redemption
  for each row execute function seat_is_open();

-- Sales count what a company pays; whoever claims a seat buys nothing.
do $do$
declare
  was text := pg_get_functiondef('sales_of'::regproc);
  now text := replace(replace(was, 'sold_on = any (days)', 'sold_on = any (days) and seat_of is null'),
    'returned_on = any (days)', 'returned_on = any (days) and seat_of is null');
begin
  if length(now) < length(was) + 40 then raise exception 'sales_of reads other columns'; end if;
  execute now;
end $do$;

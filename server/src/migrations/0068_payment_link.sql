-- Payment links of orders at the gateways (docs/decisions/0115).

create table payment_link (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  order_id uuid not null,
  -- Counts the links of an order: the payment's id at the gateway is made of brand, order and attempt.
  attempt int not null check (attempt between 1 and 9999),
  reference text not null,
  gateway text not null check (gateway in ('midtrans', 'xendit')),
  amount int not null check (amount > 0),
  state text not null default 'open' check (state in ('open', 'paid', 'expired', 'ended', 'refunded')),
  -- Null until the gateway has answered.
  url text,
  expires_at timestamptz not null,
  created_at timestamptz not null default now(),
  -- Who made it.
  created_by uuid,
  -- While the gateway is called to create it: nobody else calls.
  called_until timestamptz,
  -- Number of times that its state was read at the gateway: an answer counts only if nobody has read it since.
  reads int not null default 0,
  -- When the gateway is asked again; null: its state is final.
  next_check_at timestamptz default now() + interval '5 minutes',
  primary key (tenant, id),
  unique (tenant, order_id, attempt),
  unique (tenant, reference),
  foreign key (tenant, order_id) references "order" on delete cascade,
  foreign key (tenant, created_by) references "user" on delete set null (created_by)
);
call tenant_table('payment_link');
create unique index payment_link_open on payment_link (tenant, order_id) where state = 'open';
create index payment_link_to_check on payment_link (tenant, next_check_at) where next_check_at is not null;
create index payment_link_by_creator on payment_link (tenant, created_by);

-- A link of an order that can no longer be paid is ended by a job, whatever changed the order.
create function end_payment_links() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp
  set enable_nestloop = off as $$
begin
  if not exists (select from payment_link where state = 'open') then return null; end if;
  insert into outbox (tenant, job, ids)
    select link.tenant, 'settle-payment', jsonb_build_object('linkId', link.id)
      from come join payment_link link on link.tenant = come.tenant and link.order_id = come.id
      where link.state = 'open' and come.status not in ('unpaid', 'pending');
  return null;
end $$;
revoke execute on function end_payment_links() from public;
create trigger end_payment_links after update on "order" referencing new table as come for each statement execute function end_payment_links();

do $do$
begin
  execute replace(pg_get_functiondef('audit_event'::regproc), $q$'key-refused'$q$, $q$'key-refused', 'notice-refused'$q$);
end $do$;

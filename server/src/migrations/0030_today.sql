-- What people have set aside on their start page (docs/decisions/0078): hidden from them until a time, or until it changes.
create table today_aside (
  tenant text not null default current_tenant(),
  user_id uuid not null,
  key text not null check (char_length(key) between 1 and 200),
  -- Fingerprint of what the item showed.
  mark text not null,
  until timestamptz not null,
  primary key (tenant, user_id, key),
  foreign key (tenant, user_id) references "user" on delete cascade
);
call tenant_table('today_aside', 'select, insert, update, delete');

-- Unpaid orders by amount, for the start page and the list of orders.
create index order_unpaid on "order" (tenant, total_amount, id, created_at) where status = 'unpaid';

-- Differences between orders, ledger, gateways, bank and access (docs/decisions/0122). The rows are derived by a comparison
-- (server/src/areas/payment/differences/comparing.ts); one whose cause is gone is kept as history.

-- When a check asked the gateway, when it answered last, and how much it gave back.
alter table payment_link add column asked_at timestamptz, add column answered_at timestamptz,
  add column refunded int not null default 0 check (refunded >= 0);
create index payment_link_asked on payment_link (tenant, asked_at) where asked_at is not null;

create table payment_difference (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  kind text not null check (kind in ('paid-unpaid', 'amount-differs', 'refunded-there', 'money-without-order', 'paid-no-access')),
  -- What it is about, such as `order:…`: the same difference keeps its row, its mark and its history.
  subject text not null,
  order_id uuid,
  notice_id uuid,
  link_id uuid,
  -- Row of paid and access; it has another id when it is found anew.
  gap_id uuid,
  -- Money that it is about, in rupiah.
  amount int not null check (amount >= 0),
  since timestamptz not null,
  -- What mends it; 'none': nothing but an explanation.
  action text not null,
  found_at timestamptz not null default now(),
  gone_at timestamptz,
  -- How its action mended it and who took that, so that it can be undone; null: it disappeared by itself.
  mend jsonb,
  mended_by uuid,
  -- Marked as explained by a person.
  explanation text,
  explained_by uuid,
  explained_at timestamptz,
  state text not null generated always as (
    case when gone_at is not null then 'gone' when explained_at is not null then 'explained' else 'open' end) stored,
  -- What else it is found by, and that with the text of its order, which follows.
  words text not null default '',
  search text not null default '',
  check ((explanation is null) = (explained_at is null)),
  primary key (tenant, id),
  unique (tenant, subject),
  foreign key (tenant, order_id) references "order" on delete cascade,
  foreign key (tenant, notice_id) references payment_notice on delete cascade,
  foreign key (tenant, link_id) references payment_link on delete cascade,
  foreign key (tenant, mended_by) references "user" on delete set null (mended_by),
  foreign key (tenant, explained_by) references "user" on delete set null (explained_by)
);
call tenant_table('payment_difference');
create index payment_difference_by_since on payment_difference (tenant, state, since, id, kind);
create index payment_difference_by_amount on payment_difference (tenant, state, amount, id, kind);
create index payment_difference_kind_by_since on payment_difference (tenant, state, kind, since, id);
create index payment_difference_kind_by_amount on payment_difference (tenant, state, kind, amount, id);
create index payment_difference_search on payment_difference using gin (search gin_trgm_ops);
create index payment_difference_by_order on payment_difference (tenant, order_id) where order_id is not null;
create index payment_difference_by_notice on payment_difference (tenant, notice_id) where notice_id is not null;
create index payment_difference_by_link on payment_difference (tenant, link_id) where link_id is not null;
create index payment_difference_by_gap on payment_difference (tenant, gap_id) where gap_id is not null;
create index payment_difference_by_mender on payment_difference (tenant, mended_by) where mended_by is not null;
create index payment_difference_by_explainer on payment_difference (tenant, explained_by) where explained_by is not null;

create trigger rename_payment_differences after update on "order" for each row when (old.search is distinct from new.search)
  execute function follow_rename('payment_difference', 'order_id', 'search = $1.search || '' '' || words');

-- The last check of each tenant, and the last request for one.
create table payment_check (
  tenant text not null default current_tenant(),
  checked_at timestamptz,
  requested_at timestamptz,
  primary key (tenant)
);
call tenant_table('payment_check', 'select, insert, update');

-- ── Rows whose cause is gone ───────────────────────────────────────────────────────────────────────────────────────
-- Access that was given, or is intended to be missing.
create function settle_differences_of_gaps() returns trigger language plpgsql as $$
begin
  if tg_op = 'DELETE' then
    update payment_difference set gone_at = now() from gone
      where payment_difference.tenant = gone.tenant and gap_id = gone.id and gone_at is null;
  else
    update payment_difference set gone_at = now() from come
      where payment_difference.tenant = come.tenant and gap_id = come.id and gone_at is null and come.intended_reason is not null;
  end if;
  return null;
end $$;
create trigger settle_differences_of_gaps_out after delete on access_gap referencing old table as gone
  for each statement execute function settle_differences_of_gaps();
create trigger settle_differences_of_gaps_over after update on access_gap referencing new table as come
  for each statement execute function settle_differences_of_gaps();

-- An order that has open differences is compared again after a change of it or of its ledger.
create function compare_order_again() returns trigger language plpgsql as $$
begin
  execute format('insert into outbox (tenant, job, ids)
    select distinct come.tenant, ''check-differences'', jsonb_build_object(''orderId'', open.order_id)
      from come join payment_difference open on open.tenant = come.tenant and open.order_id = come.%I and open.gone_at is null', tg_argv[0]);
  return null;
end $$;
create trigger compare_order_again after update on "order" referencing new table as come
  for each statement execute function compare_order_again('id');
create trigger compare_order_again after insert on payment referencing new table as come
  for each statement execute function compare_order_again('order_id');

-- Payments that were settled before are asked about again: they can be refunded at the gateway.
do $$
declare
  brand text;
begin
  foreach brand in array array['coding', 'cyber', 'data'] loop
    perform set_config('app.tenant', brand, true);
    update payment_link set next_check_at = now() where tenant = brand and state = 'paid' and created_at > now() - interval '90 days';
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

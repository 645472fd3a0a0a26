-- Invoices, receipts and credit notes, with the seller's and the buyer's data (docs/decisions/0117).

alter table brand_setting
  add column seller_name text not null default '',
  add column seller_address text not null default '',
  add column seller_npwp text not null default '',
  add column bank_account text not null default '',
  add column signatory text not null default '',
  -- How prices contain PPN, and its rate in percent.
  add column vat text not null default 'none' check (vat in ('none', 'otherValue', 'full', 'exempt')),
  add column vat_rate int not null default 12 check (vat_rate between 1 and 100),
  -- What happens when an order is paid.
  add column paper_rule text not null default 'none' check (paper_rule in ('none', 'issue', 'send'));

-- Buyer of an order as its papers name them; without a row, the member. It no longer changes once a paper was issued.
create table order_buyer (
  tenant text not null default current_tenant(),
  order_id uuid not null,
  name text not null,
  address text not null default '',
  npwp text not null default '',
  nik text not null default '',
  email text not null,
  primary key (tenant, order_id),
  foreign key (tenant, order_id) references "order" on delete cascade
);
call tenant_table('order_buyer', 'select, insert, update');
call audited('order_buyer', with_delete => false);

-- Last number of a series; locked until the paper is written, so that numbers have no gaps.
create table paper_series (
  tenant text not null default current_tenant(),
  kind text not null,
  -- First day of the month in Asia/Jakarta.
  month date not null,
  last int not null,
  primary key (tenant, kind, month)
);
call tenant_table('paper_series', 'select, insert, update');

-- Papers as they were issued. Rows are only added; orders that have one stay.
create table paper (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  order_id uuid not null,
  kind text not null check (kind in ('invoice', 'receipt', 'credit-note')),
  number text not null,
  issued_at timestamptz not null default now(),
  -- Null: by itself, when the order was paid.
  issued_by uuid default nullif(current_setting('app.actor_id', true), '')::uuid,
  -- All that it shows: its PDF is drawn from this alone.
  content jsonb not null,
  total int not null generated always as ((content ->> 'total')::int) stored,
  vat int not null generated always as (coalesce((content -> 'vat' ->> 'vat')::int, 0)) stored,
  search text not null generated always as (
    search_text(number || ' ' || (content ->> 'invoiceNumber') || ' ' || (content -> 'buyer' ->> 'name'))) stored,
  primary key (tenant, id),
  unique (tenant, number),
  foreign key (tenant, order_id) references "order"
);
call tenant_table('paper', 'select, insert');
create index paper_by_order on paper (tenant, order_id, id);
create unique index paper_of_kind on paper (tenant, order_id, kind) where kind <> 'credit-note';
-- Also the sums of a month.
create index paper_by_issue on paper (tenant, issued_at, id, kind, total, vat);
create index paper_search on paper using gin (search gin_trgm_ops);

-- Mails of papers.
create table paper_mail (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  paper_id uuid not null,
  email text not null,
  asked_at timestamptz not null default now(),
  -- Null: by itself, when the order was paid.
  asked_by uuid default nullif(current_setting('app.actor_id', true), '')::uuid,
  sent_at timestamptz,
  primary key (tenant, id),
  foreign key (tenant, paper_id) references paper on delete cascade
);
call tenant_table('paper_mail', 'select, insert, update');
create index paper_mail_by_paper on paper_mail (tenant, paper_id, id);

-- Papers that issue themselves, however an order became paid.
create function ask_for_papers() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
begin
  insert into outbox (tenant, job, ids)
    select come.tenant, 'issue-papers', jsonb_build_object('orderId', come.id)
    from come join gone on gone.tenant = come.tenant and gone.id = come.id
      join brand_setting on brand_setting.tenant = come.tenant and paper_rule <> 'none'
    where come.status = 'paid' and gone.status <> 'paid' and come.total_amount > 0 order by come.id;
  return null;
end $$;
revoke execute on function ask_for_papers() from public;
create trigger ask_for_papers after update on "order" referencing old table as gone new table as come
  for each statement execute function ask_for_papers();

-- Exports of papers, and files for Coretax.
alter table data_export drop constraint data_export_kind_check;
alter table data_export add check (kind in ('orders', 'people', 'papers', 'coretax'));
do $do$
begin
  execute replace(pg_get_functiondef('audit_event'::regproc), $q$'order-export-begun'$q$, $q$'order-export-begun', 'paper-export-begun'$q$);
end $do$;

-- Paid and access (docs/decisions/0049): what members paid for and cannot open, and what they can open and did not pay for.
-- The rows are derived from orders, tracking documents and assignments by a check (server/src/shared/access-gaps.ts). The
-- triggers below remove a row as soon as its cause is gone; only a check adds rows.
create table access_gap (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  kind text not null check (kind in ('paid-no-access', 'access-unpaid')),
  user_id uuid not null,
  product_type text not null check (product_type in ('courses', 'learning paths', 'subscriptions')),
  product_id uuid not null,
  product_name text not null,
  -- Price paid, or list price of what is not paid.
  amount int not null check (amount >= 0),
  -- Time of the payment, or of the assignment.
  since timestamptz not null,
  -- The paid order or document; of unpaid access, the member's latest order of the product.
  order_id uuid,
  document_id text collate "C",
  source text not null generated always as (
    case when document_id is not null then 'tracking' when order_id is not null then 'order' else 'none' end) stored,
  found_at timestamptz not null default now(),
  -- Marked as intended by a person.
  intended_reason text check (intended_reason in ('gift', 'staff', 'scholarship', 'other')),
  intended_by uuid,
  intended_at timestamptz,
  -- Name, e-mail and phone of the member, which follow, with the name of the product and the invoice number.
  search text not null default '',
  check ((intended_reason is null) = (intended_at is null)),
  primary key (tenant, id),
  unique (tenant, user_id, product_id, kind),
  foreign key (tenant, user_id) references "user" on delete cascade,
  foreign key (tenant, intended_by) references "user" on delete set null (intended_by),
  foreign key (tenant, order_id) references "order" on delete set null (order_id)
);
call tenant_table('access_gap');
call audited('access_gap', events => 'update', with_delete => false);
create index access_gap_by_since on access_gap (tenant, kind, since desc, id desc, product_type, source) where intended_reason is null;
create index access_gap_by_amount on access_gap (tenant, kind, amount desc, id desc, product_type, source) where intended_reason is null;
create index access_gap_intended_by_since on access_gap (tenant, since desc, id desc, product_type, source) where intended_reason is not null;
create index access_gap_intended_by_amount on access_gap (tenant, amount desc, id desc, product_type, source) where intended_reason is not null;
create index access_gap_search on access_gap using gin (search gin_trgm_ops);
create index access_gap_by_order on access_gap (tenant, order_id) where order_id is not null;
create index access_gap_by_document on access_gap (tenant, document_id) where document_id is not null;
create index access_gap_by_marker on access_gap (tenant, intended_by) where intended_by is not null;

create function access_gap_search(of_tenant text, of_user uuid, product_name text, of_order uuid) returns text language sql stable as $$
  select concat_ws(' ',
    (select search from "user" where tenant = of_tenant and id = of_user),
    search_text(product_name),
    (select search_text(invoice_number) from "order" where tenant = of_tenant and id = of_order))
$$;
create trigger rename_access_gaps after update of name, email, phone_number on "user" for each row
  when (old.search is distinct from new.search)
  execute function follow_rename('access_gap', 'user_id', 'search = access_gap_search(tenant, user_id, product_name, order_id)');

-- What was given or removed from the lists, so that it can be undone exactly. Kept 30 days.
create table access_mend (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  action text not null check (action in ('give', 'remove')),
  user_id uuid not null,
  product_type text not null check (product_type in ('courses', 'learning paths', 'subscriptions')),
  product_id uuid not null,
  product_name text not null,
  order_id uuid,
  -- Time of the removed assignment.
  assigned_at timestamptz,
  -- Subscriptions that were added or cancelled.
  subscriptions uuid[] not null default '{}',
  done_at timestamptz not null default now(),
  undone_at timestamptz,
  -- The row of the list that this change mended: a batch undoes it by this (docs/decisions/0052).
  gap_id uuid,
  primary key (tenant, id),
  foreign key (tenant, user_id) references "user" on delete cascade,
  foreign key (tenant, order_id) references "order" on delete set null (order_id)
);
call tenant_table('access_mend');
create index access_mend_by_user on access_mend (tenant, user_id);
create index access_mend_by_order on access_mend (tenant, order_id) where order_id is not null;
create index access_mend_by_gap on access_mend (tenant, gap_id, done_at) where gap_id is not null;
create index access_mend_by_age on access_mend (tenant, done_at);

-- The last check of each tenant, and the last request for one.
create table access_check (
  tenant text not null default current_tenant(),
  checked_at timestamptz,
  requested_at timestamptz,
  -- Whether the last check compared tracking documents, as a batch does, too.
  has_tracking boolean not null default true,
  primary key (tenant)
);
call tenant_table('access_check', 'select, insert, update');

-- ── Rows whose cause is gone ───────────────────────────────────────────────────────────────────────────────────────
-- settle_access_gaps(column of the product, kind): after links were added or removed.
create function settle_access_gaps() returns trigger language plpgsql as $$
begin
  execute format('delete from access_gap gap using changed
    where gap.tenant = changed.tenant and gap.user_id = changed.user_id and gap.product_id = changed.%I and gap.kind = %L',
    tg_argv[0], tg_argv[1]);
  return null;
end $$;
create trigger settle_access_gaps_in after insert on course_user referencing new table as changed
  for each statement execute function settle_access_gaps('course_id', 'paid-no-access');
create trigger settle_access_gaps_out after delete on course_user referencing old table as changed
  for each statement execute function settle_access_gaps('course_id', 'access-unpaid');
create trigger settle_access_gaps_in after insert on learning_path_user referencing new table as changed
  for each statement execute function settle_access_gaps('path_id', 'paid-no-access');
create trigger settle_access_gaps_out after delete on learning_path_user referencing old table as changed
  for each statement execute function settle_access_gaps('path_id', 'access-unpaid');

-- A path gives access to its courses.
create function settle_access_gaps_of_path() returns trigger language plpgsql as $$
begin
  delete from access_gap gap using changed, learning_path_course part
    where part.tenant = changed.tenant and part.path_id = changed.path_id
      and gap.tenant = changed.tenant and gap.user_id = changed.user_id and gap.product_id = part.course_id
      and gap.product_type = 'courses';
  return null;
end $$;
create trigger settle_access_gaps_of_path after insert on learning_path_user referencing new table as changed
  for each statement execute function settle_access_gaps_of_path();

-- An order that stays paid, or stays unpaid, has no such rows. The fences keep the planner, which does not know how many
-- orders a statement has, from reading all gaps.
create function settle_access_gaps_of_order() returns trigger language plpgsql as $$
begin
  delete from access_gap where id = any (array(
    select gap.id from changed join order_item item on item.tenant = changed.tenant and item.order_id = changed.id
      cross join lateral (select id from access_gap where tenant = changed.tenant and user_id = changed.user_id
        and product_id = item.product_id and kind = 'access-unpaid' offset 0) gap
      where changed.status = 'paid'));
  delete from access_gap where id = any (array(
    select gap.id from changed
      cross join lateral (select id from access_gap
        where tenant = changed.tenant and order_id = changed.id and kind = 'paid-no-access' offset 0) gap
      where changed.status <> 'paid'));
  return null;
end $$;
create trigger settle_access_gaps after update on "order" referencing new table as changed
  for each statement execute function settle_access_gaps_of_order();

create function settle_access_gaps_of_subscription() returns trigger language plpgsql as $$
begin
  if new.cancelled_at is not null then
    delete from access_gap where tenant = new.tenant and user_id = new.user_id and product_id = new.plan_id and kind = 'access-unpaid';
  else
    delete from access_gap where tenant = new.tenant and user_id = new.user_id and product_id = new.plan_id and kind = 'paid-no-access';
  end if;
  return null;
end $$;
create trigger settle_access_gaps after insert or update of cancelled_at on subscription for each row
  execute function settle_access_gaps_of_subscription();

create function settle_access_gaps_of_document() returns trigger language plpgsql as $$
begin
  delete from access_gap where tenant = new.tenant and document_id = new.id and kind = 'paid-no-access';
  return null;
end $$;
create trigger settle_access_gaps after update of status on tracking_document for each row
  when (old.status_text = 'paid' and new.status_text is distinct from 'paid') execute function settle_access_gaps_of_document();

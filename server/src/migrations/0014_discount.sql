-- Discounts, what they are for, and products that leave one discount for another.

-- End of a period as a moment (contract/src/pricing/price.ts, `endOf`): a whole minute is included, a time with seconds is exact.
-- Immutable operations only, so that queries inline it.
create function period_end(end_date timestamptz) returns timestamptz language sql immutable parallel safe
  return case when date_trunc('minute', end_date at time zone 'UTC') = end_date at time zone 'UTC'
    then (end_date at time zone 'UTC' + interval '1 minute') at time zone 'UTC' else end_date end;

create table discount (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  name text not null,
  value int not null check (value >= 0),
  discount_type smallint not null check (discount_type in (0, 1, 2)),
  product_type text not null check (product_type in ('courses', 'learning paths', 'subscriptions', 'products')),
  start_date timestamptz,
  end_date timestamptz,
  is_active boolean not null default false,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  search text generated always as (search_text(name)) stored,
  primary key (tenant, id),
  check (discount_type <> 2 or value between 1 and 100),
  check (start_date < end_date)
);
call tenant_table('discount');
call audited('discount');
create index discount_by_name on discount (tenant, search collate "C", id);
-- Also counts those of a status, which the switch and the period make together.
create index discount_by_start on discount (tenant, start_date nulls first, id, is_active, end_date);
create index discount_by_end on discount (tenant, end_date, id);
create index discount_by_updated on discount (tenant, updated_at, id);
create index discount_search on discount using gin (search gin_trgm_ops);
create trigger touch before update on discount for each row execute function touch();

call link_table('discount', 'course');
call link_table('discount', 'learning_path', 'path');
call link_table('discount', 'subscription_plan', 'plan');
call link_table('discount', 'product');

-- ── Leaving ──────────────────────────────────────────────────────────────────────────────────────────────────────────
-- Products that leave a discount for another once that one is in force (docs/decisions/0044). While both assignments stand
-- the row does too; the price rules read it (server/src/shared/pricing/pricing.ts), and `settle_leavings` removes the assignments
-- whose time has come.
do $$
declare
  links text;
  item text;
  items text;
begin
  for links, item, items in values
    ('discount_course', 'course_id', 'course'), ('discount_path', 'path_id', 'learning_path'),
    ('discount_plan', 'plan_id', 'subscription_plan'), ('discount_product', 'product_id', 'product')
  loop
    execute format('create table %1$I (
      tenant text not null default current_tenant(),
      holder_id uuid not null,
      %2$I uuid not null,
      taker_id uuid not null,
      -- The start as it was planned, for the histories; the start of the taker decides.
      planned_start timestamptz,
      primary key (tenant, holder_id, %2$I, taker_id),
      foreign key (tenant, holder_id, %2$I) references %3$I (tenant, discount_id, %2$I) on delete cascade,
      -- The taker may be assigned later in the same transaction.
      foreign key (tenant, taker_id, %2$I) references %3$I (tenant, discount_id, %2$I) on delete cascade deferrable initially deferred)',
      links || '_leaving', item, links);
    execute format('create index %I on %I (tenant, taker_id, %I)', links || '_leaving_by_taker', links || '_leaving', item);
    call tenant_table(format('%I', links || '_leaving')::regclass, 'select, insert, delete');
    -- Not by `audited`: the foreign keys lead to links, which have no id.
    execute format('create trigger audit after insert on %1$I for each row execute function audit_row(%2$L, %3$L, %4$L, %5$L)',
      links || '_leaving', 'holder_id,' || item || ',taker_id', 'taker_id>discount', 'holder_id>discount', item || '>' || items);
    execute format('create trigger audit_delete before delete on %1$I for each row execute function audit_row(%2$L, %3$L, %4$L, %5$L)',
      links || '_leaving', 'holder_id,' || item || ',taker_id', 'taker_id>discount', 'holder_id>discount', item || '>' || items);
  end loop;
end $$;

-- Unassigns what has left, for one taker or for any; returns how many. The rows of the leaving go with the assignments.
create function settle_leavings(of_taker uuid default null) returns int language plpgsql as $$
declare
  kind text;
  gone int;
  n int := 0;
begin
  foreach kind in array array['course', 'path', 'plan', 'product'] loop
    execute format('delete from %1$I held using %2$I leaving, discount taker
      where held.tenant = leaving.tenant and held.discount_id = leaving.holder_id and held.%3$I = leaving.%3$I
        and taker.tenant = leaving.tenant and taker.id = leaving.taker_id and taker.id = coalesce($1, taker.id)
        and taker.is_active and coalesce(taker.start_date <= now(), true)',
      'discount_' || kind, 'discount_' || kind || '_leaving', kind || '_id') using of_taker;
    get diagnostics gone = row_count;
    n := n + gone;
  end loop;
  return n;
end $$;

-- What has left stays away, whatever happens to the discount that it left for. A change that puts a discount into force
-- settles it at once; a start that time brings is settled by a job.
create function settle_leavings_of() returns trigger language plpgsql as $$
declare
  taker discount := case tg_when when 'BEFORE' then old else new end;
begin
  if taker.is_active and coalesce(taker.start_date <= now(), true) then perform settle_leavings(taker.id); end if;
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger settle_leavings before update of is_active, start_date or delete on discount
  for each row execute function settle_leavings_of();
create trigger settle_leavings_after after update of is_active, start_date on discount
  for each row execute function settle_leavings_of();

-- Products that leave a discount for another once that one is in force (decision 0046). While both assignments stand the row does
-- too; the price rules read it (server/src/shared/pricing.ts), and `settle_leavings` removes the assignments whose time has come.
create procedure leaving_table(links text, item text, items text) language plpgsql as $$
declare
  new_table text := links || '_leaving';
begin
  execute format('create table %1$I (
    tenant text not null default current_tenant(),
    holder_id uuid not null,
    %2$I uuid not null,
    taker_id uuid not null,
    -- When it was to be, as it was planned: for the histories. The start of the taker decides.
    planned_start timestamptz,
    primary key (tenant, holder_id, %2$I, taker_id),
    foreign key (tenant, holder_id, %2$I) references %3$I (tenant, discount_id, %2$I) on delete cascade,
    -- The taker may be given the product later in the same transaction.
    foreign key (tenant, taker_id, %2$I) references %3$I (tenant, discount_id, %2$I) on delete cascade deferrable initially deferred)',
    new_table, item, links);
  execute format('create index %I on %I (tenant, taker_id, %I)', new_table || '_by_taker', new_table, item);
  call tenant_table(format('%I', new_table)::regclass, 'select, insert, delete');
  -- Its keys point at links, which have no id: whose it is, is said here.
  execute format('create trigger audit after insert on %1$I for each row execute function audit_row(%2$L, %3$L, %4$L, %5$L)',
    new_table, 'holder_id,' || item || ',taker_id', 'taker_id>discount', 'holder_id>discount', item || '>' || items);
  execute format('create trigger audit_delete before delete on %1$I for each row execute function audit_row(%2$L, %3$L, %4$L, %5$L)',
    new_table, 'holder_id,' || item || ',taker_id', 'taker_id>discount', 'holder_id>discount', item || '>' || items);
end $$;
call leaving_table('discount_course', 'course_id', 'course');
call leaving_table('discount_path', 'path_id', 'learning_path');
call leaving_table('discount_plan', 'plan_id', 'subscription_plan');
call leaving_table('discount_product', 'product_id', 'product');
drop procedure leaving_table;

-- Unassigns what has left, for one taker or for any; answers how many. The rows of the leaving go with the assignments.
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

-- What has left stays away, whatever becomes of the discount that it left for. What a change brings into force is settled with it;
-- what the hour brings into force, by a job.
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

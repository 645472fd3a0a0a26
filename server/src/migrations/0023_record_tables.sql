-- What the tables of every area have in common, said once: ids in their order, a record that people change, and a link
-- between two of them.

-- Ids of one millisecond were in no order, so that the newest of a batch did not stand first. From PostgreSQL 18 on its own
-- are in order to a quarter of a microsecond.
do $$
begin
  if current_setting('server_version_num')::int >= 180000 then
    create or replace function new_id() returns uuid language sql volatile parallel safe as 'select uuidv7()';
  end if;
end $$;

-- `columns`: its own, as `create table` takes them, checks among them. It is called by its `name` and found by it.
create procedure record_table(new_table text, columns text) language plpgsql as $$
begin
  execute format('create table %I (
    tenant text not null default current_tenant(),
    id uuid not null default new_id(),
    name text not null,
    version int not null default 1,
    updated_at timestamptz not null default now(),
    search text generated always as (lower(name)) stored,
    %s,
    primary key (tenant, id))', new_table, columns);
  execute format('create trigger touch before update on %I for each row execute function touch()', new_table);
  call tenant_table(format('%I', new_table)::regclass);
  call audited(format('%I', new_table)::regclass);
end $$;

-- `voucher_course (voucher_id, course_id)`: what is assigned to what, gone with either end. `item_called` is the item's
-- short name (contract/src/records.ts); `columns`: its own, each followed by a comma.
create procedure link_table(owner text, item text, item_called text default null, columns text default '') language plpgsql as $$
declare
  called text := coalesce(item_called, item);
  new_table text := owner || '_' || called;
begin
  execute format('create table %1$I (
    tenant text not null default current_tenant(),
    %2$I uuid not null,
    %3$I uuid not null,
    %4$s
    primary key (tenant, %2$I, %3$I),
    foreign key (tenant, %2$I) references %5$I on delete cascade,
    foreign key (tenant, %3$I) references %6$I on delete cascade)',
    new_table, owner || '_id', called || '_id', columns, owner, item);
  execute format('create index %I on %I (tenant, %I)', new_table || '_by_' || called, new_table, called || '_id');
  call tenant_table(format('%I', new_table)::regclass, 'select, insert, delete');
  call audited(format('%I', new_table)::regclass, events => 'insert');
end $$;

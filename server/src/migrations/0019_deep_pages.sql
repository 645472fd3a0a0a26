-- How many rows a big list has in each week: a page far down begins counting at its own week, not at the first row.
-- Kept like row_count, by statement triggers, over a few slots so that writers do not queue for one row.
create table week_count (
  tenant text not null default current_tenant(),
  table_name text not null,
  week date not null,
  slot int not null,
  n bigint not null,
  primary key (tenant, table_name, week, slot)
);
call tenant_table('week_count', 'select');

-- keep_weeks(column): the weeks (from Monday, UTC) of a timestamptz column.
create function keep_weeks() returns trigger language plpgsql security definer set search_path = pg_catalog, public, pg_temp as $$
declare
  taken constant text := format('select tenant, date_trunc(''week'', %I at time zone ''UTC'')::date as week, -1 as n from gone', tg_argv[0]);
  given constant text := format('select tenant, date_trunc(''week'', %I at time zone ''UTC'')::date as week, 1 as n from come', tg_argv[0]);
begin
  execute format(
    'insert into week_count as kept (tenant, table_name, week, slot, n)
      select tenant, %L, week, pg_backend_pid() %% 4, sum(n) from (%s) changed group by tenant, week having sum(n) <> 0
      on conflict (tenant, table_name, week, slot) do update set n = kept.n + excluded.n',
    tg_table_name, case tg_op when 'INSERT' then given when 'DELETE' then taken else taken || ' union all ' || given end);
  return null;
end $$;
revoke execute on function keep_weeks() from public;

create procedure keep_weeks_of(name regclass, moment text) language plpgsql as $$
declare
  brand text;
begin
  foreach brand in array array['coding', 'cyber', 'data'] loop
    -- An owner that is no superuser is bound by the policies too.
    perform set_config('app.tenant', brand, true);
    execute format('insert into week_count (table_name, week, slot, n)
      select %L, date_trunc(''week'', %I at time zone ''UTC'')::date, 0, count(*) from %s where tenant = %L group by 2',
      (select relname from pg_class where oid = name), moment, name, brand);
  end loop;
  perform set_config('app.tenant', '', true);
  execute format('create trigger keep_weeks_in after insert on %s referencing new table as come for each statement execute function keep_weeks(%L)', name, moment);
  execute format('create trigger keep_weeks_out after delete on %s referencing old table as gone for each statement execute function keep_weeks(%L)', name, moment);
  execute format('create trigger keep_weeks_over after update on %s referencing old table as gone new table as come for each statement execute function keep_weeks(%L)', name, moment);
end $$;

call keep_weeks_of('"order"', 'created_at');

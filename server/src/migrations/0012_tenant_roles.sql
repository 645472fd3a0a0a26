-- A role a tenant: policies go by who signed in, and the trail and the kept counts are written by their triggers alone.
-- In a migration lectern_app stands for this database's own group of tenants' roles, which is called app.role while one runs.

-- A constant for each tenant's role, which costs a query nothing; the owner says by app.tenant whose rows it works on. Called
-- again at a start that finds other roles than these: the database was called otherwise, is a copy, has another owner.
create procedure tenant_policies(name regclass) language plpgsql as $$
declare
  policy text;
  brand text;
begin
  for policy in select polname from pg_policy where polrelid = name loop
    execute format('drop policy %I on %s', policy, name);
  end loop;
  foreach brand in array array['coding', 'cyber', 'data'] loop
    execute format('create policy %I on %s to %I using (tenant = %L)',
      brand, name, regexp_replace(current_setting('app.role'), 'app$', brand), brand);
  end loop;
  execute format('create policy owner on %s to %s using (tenant = current_tenant())',
    name, (select relowner::regrole from pg_class where oid = name));
end $$;

create or replace procedure tenant_table(name regclass, rights text default 'select, insert, update, delete') language plpgsql as $$
begin
  execute format('alter table %s enable row level security', name);
  execute format('alter table %s force row level security', name);
  call tenant_policies(name);
  execute format('grant %s on %s to %I', rights, name, current_setting('app.role'));
end $$;

do $$
declare
  name regclass;
begin
  for name in select polrelid from pg_policy where polname = 'tenant' loop
    call tenant_policies(name);
  end loop;
end $$;

-- They run with their owner's rights, and nobody else may call them: a trigger of one's own on a table of one's own would
-- forge what they write.
alter function audit_row() security definer set search_path = pg_catalog, public, pg_temp;
alter function keep_count() security definer set search_path = pg_catalog, public, pg_temp;
alter function keep_listed_count() security definer set search_path = pg_catalog, public, pg_temp;
revoke execute on function audit_row(), keep_count(), keep_listed_count() from public;
revoke insert on audit from lectern_app;
revoke insert, update, delete on row_count from lectern_app;

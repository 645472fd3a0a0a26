-- A record that is gone is known from the trail. The entries of a line are of one table: a line about another table need not be
-- searched, and it may be long (the marks of a class that went with it were searched for each of them).
create or replace function audit_parents(of_tenant text, fields jsonb, path text) returns text[] language plpgsql as $$
declare
  step text;
  parent text;
  parent_id text;
  next_id text;
  known text[] := '{}';
begin
  foreach step in array string_to_array(path, '.') loop
    if parent is null then
      next_id := fields ->> split_part(step, '>', 1);
    else
      execute format('select %I::text from %I where tenant = $1 and id = $2::uuid', split_part(step, '>', 1), parent)
        into next_id using of_tenant, parent_id;
      if next_id is null then
        return known || coalesce((select own.belongs_to[2:] from audit_record filed
          join audit head on head.tenant = of_tenant and head.id = line and head.table_name = parent
          cross join lateral (
            select head.belongs_to where head.record_id = parent_id
            union all select belongs_to from audit part
              where part.tenant = of_tenant and part.part_of = line and part.table_name = parent and part.record_id = parent_id
            limit 1) own
          where filed.tenant = of_tenant and filed.table_name = parent and filed.record_id = parent_id
          order by line desc limit 1), '{}');
      end if;
    end if;
    exit when next_id is null;
    parent_id := next_id;
    parent := split_part(step, '>', 2);
    if parent like '@%' then parent := fields ->> substr(parent, 2); end if;
    known := known || (parent || ':' || parent_id);
  end loop;
  return known;
end $$;

-- Takes back what 0014_keys_as_text.sql made for 0015.

do $$
declare
  name text;
begin
  for name in select relname from pg_class where relnamespace = 'public'::regnamespace and relname like 'key\_as\_text\_%' loop
    execute format('drop index %I', name);
  end loop;
  for name in
    select relname from pg_class where relnamespace = 'public'::regnamespace and relrowsecurity and not relforcerowsecurity
  loop
    execute format('alter table %I force row level security', name);
  end loop;
end $$;

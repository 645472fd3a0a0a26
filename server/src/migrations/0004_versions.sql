-- Versions again: a generated column is not computed yet when a BEFORE trigger runs, so that comparing whole rows
-- called every write of a searchable record a change. What is compared is what people write.
create or replace function touch() returns trigger language plpgsql as $$
declare
  generated constant text[] := array['search', 'name_key'];
begin
  if to_jsonb(new) - generated is distinct from to_jsonb(old) - generated then
    new.version := old.version + 1;
    new.updated_at := now();
  end if;
  return new;
end $$;

-- Each brand has a row of settings from the start. A brand that has users by now keeps what it is used to: its instructors
-- see all courses. The rows are no change by anybody: the trail has none.
alter table brand_setting disable trigger audit;
do $$
declare
  brand text;
begin
  foreach brand in array array['coding', 'cyber', 'data'] loop
    -- An owner that is no superuser is bound by the policies too.
    perform set_config('app.tenant', brand, true);
    insert into brand_setting (instructor_courses)
      values (case when exists (select from "user" where tenant = brand) then 'all' else 'named' end)
      on conflict (tenant) do nothing;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
alter table brand_setting enable trigger audit;

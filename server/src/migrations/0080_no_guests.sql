-- As in 0071, except that an empty list of guests, which invites nobody, stays empty when members are added.
create or replace function members_in_calendar() returns trigger language plpgsql as $$
declare
  of_course record;
begin
  for of_course in
    select tenant, course_id, array_agg(user_id) as users from changed where exists (
        select from calendar_event event join course_section section on section.tenant = event.tenant and section.id = event.section_id
        where event.tenant = changed.tenant and section.course_id = changed.course_id)
      group by tenant, course_id
  loop
    update calendar_event set attendees = coalesce((
        select jsonb_agg(email order by email) from (
          select email from jsonb_array_elements_text(attendees) email
          except select lower(email) from "user" where tenant = of_course.tenant and id = any (of_course.users) and tg_op = 'DELETE'
          union select lower(email) from "user" where tenant = of_course.tenant and id = any (of_course.users) and tg_op = 'INSERT') kept), '[]')
      where tenant = of_course.tenant and attendees <> '[]' and id = any (events_of_course(of_course.tenant, of_course.course_id));
    perform follow_calendar(of_course.tenant, events_of_course(of_course.tenant, of_course.course_id));
  end loop;
  return null;
end $$;

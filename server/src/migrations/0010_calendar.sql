-- Calendar events of sections, and their invitations (docs/decisions/0028).

-- One for each section that was put into calendars. Null columns follow from the section and its course, whenever they
-- change. An event outlives its section: then it must be removed from the calendars.
create table calendar_event (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  section_id uuid,
  summary text,
  description text,
  location text,
  time_zone text not null default 'Asia/Jakarta',
  -- Addresses in small letters; null: whoever teaches the course or is assigned to it.
  attendees jsonb check (jsonb_typeof(attendees) = 'array'),
  -- In whose calendar it stands: Google's, or only in the invitations that we mail.
  provider text not null check (provider in ('google', 'own')),
  state text not null default 'pending' check (state in ('pending', 'sent', 'failed', 'cancelled')),
  error text,
  meeting_url text,
  -- As iCalendar counts: rises with each change that people are told of.
  sequence int not null default 0 check (sequence >= 0),
  -- What calendars hold, as it last went out.
  content jsonb,
  -- Each try to have a link made is another request to Google, and each of them is made once.
  conference_try int not null default 1,
  version int not null default 1,
  updated_at timestamptz not null default now(),
  primary key (tenant, id),
  unique (tenant, section_id),
  foreign key (tenant, section_id) references course_section on delete set null (section_id)
);
call tenant_table('calendar_event');
call audited('calendar_event');
create trigger touch before update on calendar_event for each row execute function touch();

-- The last mail to each person that we invite ourselves; without `sent_at`, a job is on its way.
create table calendar_invitation (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  event_id uuid not null,
  email text not null,
  name text not null,
  method text not null check (method in ('REQUEST', 'CANCEL')),
  sequence int not null check (sequence >= 0),
  -- They have had an invitation to it before.
  is_change boolean not null default false,
  sent_at timestamptz,
  primary key (tenant, id),
  unique (tenant, event_id, email),
  foreign key (tenant, event_id) references calendar_event on delete cascade
);
call tenant_table('calendar_invitation');

-- ── Calendars follow changes ─────────────────────────────────────────────────────────────────────────────────────────
-- Whatever changes a class, a course or its members: calendars follow in a job after the commit.
create function follow_calendar(of_tenant text, events uuid[]) returns void language sql as $$
  insert into outbox (tenant, job, ids)
    select of_tenant, 'calendar-event', jsonb_build_object('eventId', event) from unnest(events) event
$$;

create function section_in_calendar() returns trigger language plpgsql as $$
begin
  perform follow_calendar(old.tenant, array(select id from calendar_event where tenant = old.tenant and section_id = old.id));
  return case tg_op when 'DELETE' then old else new end;
end $$;
create trigger calendar_change after update on course_section for each row
  when ((old.name, old.description, old.start_at, old.end_at, old.gmeet_url)
    is distinct from (new.name, new.description, new.start_at, new.end_at, new.gmeet_url))
  execute function section_in_calendar();
-- Before the deletion: afterwards the event no longer knows its section.
create trigger calendar_delete before delete on course_section for each row execute function section_in_calendar();

create function events_of_course(of_tenant text, of_course uuid) returns uuid[] language sql stable as $$
  select array(select event.id from calendar_event event join course_section section
    on section.tenant = event.tenant and section.id = event.section_id
    where event.tenant = of_tenant and section.course_id = of_course)
$$;

-- A section with the link of its course gets the new one.
create function course_in_calendar() returns trigger language plpgsql as $$
begin
  update course_section set gmeet_url = new.meeting_url
    where tenant = new.tenant and course_id = new.id and gmeet_url = old.meeting_url and new.meeting_url is distinct from old.meeting_url;
  perform follow_calendar(new.tenant, events_of_course(new.tenant, new.id));
  return null;
end $$;
create trigger calendar_change after update on course for each row
  when ((old.name, old.delivery_mode, old.location, old.meeting_url, old.instructors)
    is distinct from (new.name, new.delivery_mode, new.location, new.meeting_url, new.instructors))
  execute function course_in_calendar();

-- Where guests were chosen, new members are added and former ones removed. An empty list, which invites nobody, stays
-- empty.
create function members_in_calendar() returns trigger language plpgsql as $$
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
create trigger calendar_in after insert on course_user referencing new table as changed for each statement execute function members_in_calendar();
create trigger calendar_out after delete on course_user referencing old table as changed for each statement execute function members_in_calendar();

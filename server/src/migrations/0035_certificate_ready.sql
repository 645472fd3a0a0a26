-- Number of members of each course with certificates who meet the rules and have none yet (docs/decisions/0086). Derived:
-- server/src/shared/certificates-ready.ts counts it; lists and the start page read it.
create table certificate_ready (
  tenant text not null default current_tenant(),
  course_id uuid not null,
  ready int not null default 0 check (ready >= 0),
  primary key (tenant, course_id),
  foreign key (tenant, course_id) references course on delete cascade
);
call tenant_table('certificate_ready');
create index certificate_ready_by_number on certificate_ready (tenant, ready, course_id);
do $$
declare
  brand text;
begin
  foreach brand in array array['coding', 'cyber', 'data'] loop
    -- An owner that is no superuser is bound by the policies too.
    perform set_config('app.tenant', brand, true);
    insert into certificate_ready (course_id) select id from course where tenant = brand and has_certificate;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

-- Every course that has certificates has a row, so that a list sorts by an index.
create function keep_certificate_ready() returns trigger language plpgsql as $$
begin
  if new.has_certificate then
    insert into certificate_ready (tenant, course_id) values (new.tenant, new.id) on conflict do nothing;
  else
    delete from certificate_ready where tenant = new.tenant and course_id = new.id;
  end if;
  return null;
end $$;
create trigger keep_certificate_ready after insert or update of has_certificate on course
  for each row execute function keep_certificate_ready();

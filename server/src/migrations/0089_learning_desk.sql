-- Why members are at risk, the messages that staff write to them about it, and whether they helped (docs/decisions/0135).

-- Derived like the rest of the row; `server/src/shared/at-risk.ts` says what they count.
alter table at_risk
  add column absences smallint not null default 0,
  -- Day of the last of them.
  add column absent_on date,
  -- Attempts at the quiz that was failed most often.
  add column failures smallint not null default 0,
  add column failed_quiz text;
drop index at_risk_by_course;
create index at_risk_by_course on at_risk (tenant, course_id, since, user_id, absences, failures);
create index at_risk_by_since on at_risk (tenant, since, user_id, course_id, absences, failures);

create table learning_contact (
  tenant text not null default current_tenant(),
  id uuid not null default new_id(),
  user_id uuid not null,
  course_id uuid not null,
  -- Day in Jakarta: nobody is written to twice on one.
  day date not null default (now() at time zone 'Asia/Jakarta')::date,
  at timestamptz not null default now(),
  by_id uuid,
  channel text not null check (channel in ('mail', 'whatsapp')),
  template_name text not null,
  message text not null,
  -- First work in the course, or class attended, within a week of the message. Derived.
  helped_at timestamptz,
  primary key (tenant, id),
  foreign key (tenant, user_id) references "user" on delete cascade,
  foreign key (tenant, course_id) references course on delete cascade,
  foreign key (tenant, by_id) references "user" on delete set null (by_id)
);
call tenant_table('learning_contact', 'select, insert');
grant update (helped_at) on learning_contact to lectern_app;
call audited('learning_contact', events => 'insert');
create unique index learning_contact_daily on learning_contact (tenant, user_id, day);
create index learning_contact_by_course on learning_contact (tenant, course_id, user_id, at);
create index learning_contact_by_time on learning_contact (tenant, at, id);
create index learning_contact_by_writer on learning_contact (tenant, by_id);

alter table desk_template drop constraint desk_template_status_check;
alter table desk_template add constraint desk_template_status_check
  check (status in ('unpaid', 'pending', 'paid', 'expired', 'cancelled', 'failed', 'refunded', 'at-risk'));
-- Reference rows of every brand, as in 0022.
alter table desk_template disable trigger audit;
do $$
declare
  brand text;
begin
  foreach brand in array array['coding', 'cyber', 'data'] loop
    perform set_config('app.tenant', brand, true);
    insert into desk_template (name, status, body) values
      ('Ajak belajar lagi', 'at-risk',
        'Halo Kak {nama}, kami perhatikan Kakak belum melanjutkan kursus {kursus}. Apakah ada kendala yang bisa kami bantu? Salam, {petugas}'),
      ('Tawarkan bantuan', 'at-risk',
        'Halo Kak {nama}, bagian mana dari kursus {kursus} yang terasa sulit? Kami siap membantu agar Kakak bisa menyelesaikannya. Salam, {petugas}');
  end loop;
  perform set_config('app.tenant', '', true);
end $$;
alter table desk_template enable trigger audit;

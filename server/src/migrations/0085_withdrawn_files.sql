-- Files that must not be read any longer: refused from this moment, and removed from the store by the job `remove-file`
-- (decision 0066).
alter table upload add column withdrawn_at timestamptz;

-- The PDF that a certificate no longer has, for whatever reason: revoked, reissued, deleted with its course.
create function withdraw_certificate_files() returns trigger language plpgsql as $$
begin
  with withdrawn as (
    update upload set withdrawn_at = now() from gone
      where upload.tenant = gone.tenant and key = substring(gone.file_url from '[^/]+/[^/]+/[^/]+$') and withdrawn_at is null
        and not exists (select from certificate now
          where now.tenant = gone.tenant and now.id = gone.id and now.file_url = gone.file_url)
      returning upload.tenant, upload.id)
  insert into outbox (tenant, job, ids)
    select tenant, 'remove-file', jsonb_build_object('uploadId', id) from withdrawn;
  return null;
end $$;
create trigger withdraw_files_over after update on certificate
  referencing old table as gone for each statement execute function withdraw_certificate_files();
create trigger withdraw_files_out after delete on certificate
  referencing old table as gone for each statement execute function withdraw_certificate_files();

-- What was left before. The newest files may belong to certificates that are just being made.
do $$
declare
  brand text;
begin
  foreach brand in array array['coding', 'cyber', 'data'] loop
    perform set_config('app.tenant', brand, true);
    with withdrawn as (
      update upload set withdrawn_at = now()
        where tenant = brand and key like brand || '/certificate/%' and user_id is null and finished_at < now() - interval '1 hour'
          and key not in (select substring(file_url from '[^/]+/[^/]+/[^/]+$') from certificate
            where tenant = brand and file_url is not null)
        returning id)
    insert into outbox (tenant, job, ids) select brand, 'remove-file', jsonb_build_object('uploadId', id) from withdrawn;
  end loop;
  perform set_config('app.tenant', '', true);
end $$;

-- Order tracking is filtered by status (order-tracking.md): by a text as it is stored, and, for "unpaid", by whether there is
-- one at all, which is any text that is greater than ''. What is longer than any status of ours is cut, so that it can be
-- indexed; a status that is no text is none.
alter table tracking_document
  add status_text text collate "C" generated always as (left(status ->> 'stringValue', 64)) stored;

create index tracking_document_by_status on tracking_document (tenant, collection, status_text, order_key, id);
create index tracking_document_by_phone_status
  on tracking_document (tenant, collection, customer_service_phone, status_text, order_key, id);

-- The trail tells of the status, not of its copy.
do $$
declare
  was constant text := pg_get_functiondef('audit_row'::regproc);
  becomes constant text := replace(was, '''update_time'']', '''update_time'', ''status_text'']');
begin
  if becomes = was then raise 'audit_row hides other columns than this migration knows'; end if;
  execute becomes;
end $$;

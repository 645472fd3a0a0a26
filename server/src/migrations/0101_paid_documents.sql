-- Paid documents of the customers of a slice: by their e-mail, and those whose e-mail has capitals, which are few.
drop index concurrently if exists tracking_document_capitals;
create index concurrently tracking_document_capitals on tracking_document (tenant, user_email)
  where collection = 'order_staging' and status_text = 'paid' and user_email <> lower(user_email);

-- Orders of a month in the order of their payments, and invoices that can be imported into Coretax.
drop index concurrently if exists order_by_payment;
create index concurrently order_by_payment on "order" (tenant, sold_on, id, status) where sold_on is not null and total_amount > 0;
drop index concurrently if exists paper_ready;
create index concurrently paper_ready on paper (tenant, order_id) where kind = 'invoice' and content ->> 'vat' is not null
  and coalesce(content -> 'buyer' ->> 'npwp', '') || coalesce(content -> 'buyer' ->> 'nik', '') <> ''
  and coalesce(content -> 'buyer' ->> 'address', '') <> '' and coalesce(content -> 'buyer' ->> 'name', '') <> '';

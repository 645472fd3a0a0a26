-- What is due to a webhook is read by when it is due, so that what waits for its next attempt is not read each time; decision 0102.

drop index webhook_delivery_waiting;
create index webhook_delivery_due on webhook_delivery (tenant, webhook_id, next_at, event_id) where state = 'pending';

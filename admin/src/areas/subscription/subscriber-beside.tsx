/** A subscriber beside the list: the same parts as on the page. */
import { Facts } from '#kit/record/detail-page.tsx';
import { EventVouchers } from './event-vouchers.tsx';
import type { Profile } from './subscriber.ts';
import { subscriberFacts } from './subscriber-facts.tsx';

export const SubscriberBeside = ({ record }: { record: Profile }) => (
  <>
    <Facts title="Facts" facts={subscriberFacts(record)} />
    <EventVouchers record={record} />
  </>
);

/** Page of one subscription: member, plan, period, and event vouchers. */
import { getSubscriberProfile } from '#contract/subscription/endpoints.ts';
import { formatDay, formatShortMinute } from '#kit/format/formats.ts';
import { SubscriptionBadge } from '#admin-shared/subscription/subscription-badges.tsx';
import type { TrailWords } from '#kit/record/history-words.ts';
import { ReadPage } from '#kit/record/read-page.tsx';
import { EventVouchers } from './event-vouchers.tsx';
import { subscriberFacts } from './subscriber-facts.tsx';

const trail: TrailWords = {
  labels: { endDate: 'Until', startDate: 'From', cancelledAt: 'Cancelled', redeemedAt: 'Redeemed' },
  words: {
    endDate: formatDay,
    startDate: formatDay,
    cancelledAt: formatShortMinute,
    redeemedAt: formatShortMinute,
  },
};

const panels = [EventVouchers];

export const SubscriberPage = () => (
  <ReadPage
    get={getSubscriberProfile}
    titleOf={({ user }) => user.name}
    badge={SubscriptionBadge}
    facts={subscriberFacts}
    panels={panels}
    trail={trail}
  />
);
SubscriberPage.reads = getSubscriberProfile;

/** User in the peek panel: facts, orders and courses. */
import { Skeleton } from '@mantine/core';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { getUserOverview } from '#contract/user/overview.ts';
import { useCall } from '#kit/api/use-call.ts';
import { formatNumber } from '#kit/format/formats.ts';
import { Facts, Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { Lines } from './lines.tsx';
import { peekedFacts } from './user-facts.tsx';
import { orderLine } from './user-orders.tsx';
import { courseLine, missingLine, subscriptionLine } from './user-overview.tsx';
import type { Profile } from './user.ts';

export const UserBeside = ({ record: user }: { record: Profile }) => {
  const result = useCall(getUserOverview, { params: { id: user.id } });
  return (
    <>
      <Facts title="Facts" facts={peekedFacts(user)} />
      <Loaded result={result} what="overview" skeleton={<Skeleton h={160} />}>
        {({ missing, orders, courses, subscription }) => (
          <>
            {missing.length > 0 && (
              <Section title="Paid without access">
                <Lines lines={missing.map((gap) => missingLine(gap, user))} />
              </Section>
            )}
            {orders.total > 0 && (
              <Section
                title={`Orders ${formatNumber(orders.total)}${orders.unpaid > 0 ? ` · ${formatMoney(orders.due)} unpaid` : ''}`}
              >
                <Lines lines={orders.items.map(orderLine)} />
              </Section>
            )}
            {(courses.total > 0 || subscription) && (
              <Section title={`Courses ${formatNumber(courses.total)}`}>
                <Lines
                  lines={[...(subscription ? [subscriptionLine(subscription)] : []), ...courses.items.map(courseLine)]}
                />
              </Section>
            )}
          </>
        )}
      </Loaded>
    </>
  );
};

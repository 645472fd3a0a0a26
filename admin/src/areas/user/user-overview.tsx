/** First tab of a user: what they owe, wait for, have, and when they were contacted. */
import { Anchor, Skeleton, Text } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { ReactNode } from 'react';
import { courseTypeOf } from '#contract/course/rules.ts';
import { mayCall, type Reply } from '#contract/kernel/endpoint.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { listUserSubmissions } from '#contract/submission/endpoints.ts';
import { getSubscriberProfile } from '#contract/subscription/endpoints.ts';
import { getUserOverview } from '#contract/user/overview.ts';
import { GiveAccess } from '#admin-shared/access/give-access.tsx';
import { formatProgress } from '#admin-shared/course/progress.ts';
import { SubscriptionBadge } from '#admin-shared/subscription/subscription-badges.tsx';
import { role } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import { PageLink } from '#kit/display/page-link.tsx';
import { counted, formatDay, formatMinute, formatNumber, formatShortMinute } from '#kit/format/formats.ts';
import { since } from '#kit/format/spans.ts';
import { Section } from '#kit/record/detail-page.tsx';
import { Loaded } from '#kit/record/loaded.tsx';
import { pageOf } from '#kit/record/record-pages.ts';
import { RecordLink } from '#kit/record/record-link.tsx';
import { type Line, Lines, SectionLinks } from './lines.tsx';
import { orderLine } from './user-orders.tsx';
import type { OpenUser, Profile } from './user.ts';

type Overview = Reply<typeof getUserOverview>;

interface Props {
  found: Overview;
  user: Profile;
}

export const UserOverview = ({ record: user }: OpenUser) => {
  const result = useCall(getUserOverview, { params: { id: user.id } });
  return (
    <Loaded result={result} what="overview" skeleton={<Skeleton h={240} />}>
      {(found) => (
        <>
          <Due {...{ found, user }} />
          <NextClass found={found} />
          <Has {...{ found, user }} />
          <Contact found={found} />
        </>
      )}
    </Loaded>
  );
};

const age = (at: string) => (
  <time dateTime={at} title={formatMinute(at)}>
    {since(at, Date.now())}
  </time>
);

const isWaiting = ({ status }: { status: string }) => status === 'unpaid' || status === 'pending';

/** Unpaid orders, also tracked ones, payments without access, and submissions that wait for a review. */
function Due({ found: { orders, trackedUnpaid, missing, submissions }, user }: Props) {
  const tab = (path: string) => `/user/${user.id}/${path}`;
  const hosted = trackedUnpaid === null && (
    <Text c="dimmed" size="sm">
      Tracked orders are on the{' '}
      <Anchor renderRoot={(props) => <Link {...props} to={tab('orders')} />}>Orders tab</Anchor>.
    </Text>
  );
  if (orders.unpaid === 0 && !trackedUnpaid && missing.length === 0 && submissions.waiting === 0)
    return (
      <Section title="Due">
        <Text c="dimmed">Nothing is unpaid, without access or waiting for a review.</Text>
        {hosted}
      </Section>
    );
  return (
    <>
      {hosted}
      {trackedUnpaid !== null && trackedUnpaid > 0 && (
        <Section title="Waiting for payment in order tracking">
          <Lines lines={[trackedLine(trackedUnpaid, user)]} />
        </Section>
      )}
      {orders.unpaid > 0 && (
        <Section
          title={`Unpaid ${formatNumber(orders.unpaid)} · ${formatMoney(orders.due)}`}
          actions={<AllLink to={tab('orders')}>All {counted(orders.total, 'order', 'orders')}</AllLink>}
        >
          <Lines
            lines={orders.items
              .filter(isWaiting)
              .map((order) => ({ ...orderLine(order), endSub: <>{age(order.createdAt)} old</> }))}
          />
        </Section>
      )}
      {missing.length > 0 && (
        <Section title="Paid without access">
          <Lines lines={missing.map((gap) => missingLine(gap, user))} />
        </Section>
      )}
      {submissions.waiting > 0 && (
        <Section title={`Waiting for a review ${formatNumber(submissions.waiting)}`}>
          <Lines lines={submissions.items.map(submissionLine)} />
        </Section>
      )}
    </>
  );
}

const trackedLine = (unpaid: number, { email }: Profile): Line => ({
  key: 'tracked',
  name: (
    <Link to="/order/tracking" search={{ email }}>
      {counted(unpaid, 'tracked order', 'tracked orders')}
    </Link>
  ),
  sub: email,
});

const AllLink = ({ to, children }: { to: string; children: ReactNode }) => (
  <SectionLinks>
    <Link to={to}>{children}</Link>
  </SectionLinks>
);

export const missingLine = (gap: Overview['missing'][number], user: Profile): Line => ({
  key: gap.gapId,
  name: gap.order ? (
    <RecordLink kind="order" id={gap.order.orderId} name={gap.order.invoiceNumber}>
      {gap.product.name}
    </RecordLink>
  ) : (
    gap.product.name
  ),
  sub: [gap.order?.invoiceNumber, `paid ${formatDay(gap.since)}`, formatMoney(gap.amount)].filter(Boolean).join(' · '),
  end: <GiveAccess of={gap} label={`Give ${user.name} access to ${gap.product.name}`} />,
});

const submissionLine = ({ id, productName, attempt, submittedAt }: Overview['submissions']['items'][number]): Line => ({
  key: id,
  name: mayCall(listUserSubmissions, role() ?? '') ? (
    <Link to="/submission/$id" params={{ id }}>
      {productName}
    </Link>
  ) : (
    productName
  ),
  sub: `Attempt ${attempt}`,
  end: age(submittedAt),
});

function NextClass({ found: { nextClass } }: Pick<Props, 'found'>) {
  if (!nextClass) return null;
  const { lessonId, sectionId, name, courseId, courseName, type, startAt, meetingUrl } = nextClass;
  const opens = pageOf('course', courseId) !== undefined;
  return (
    <Section title="Next class">
      <Lines
        lines={[
          {
            key: lessonId ?? sectionId,
            name: opens ? <PageLink to={`/course/${courseTypeOf(type)}/${courseId}/schedule`}>{name}</PageLink> : name,
            sub: courseName,
            end: formatShortMinute(startAt),
            badge: meetingUrl && (
              <Anchor size="sm" href={meetingUrl} target="_blank" rel="noreferrer">
                Meeting link
              </Anchor>
            ),
          },
        ]}
      />
    </Section>
  );
}

/** Courses with progress, learning paths, subscription and certificates. */
function Has({ found, user }: Props) {
  const { courses, paths, subscription, certificates } = found;
  const lines: Line[] = [
    ...courses.items.map(courseLine),
    ...paths.items.map(({ id, name }) => ({
      key: id,
      name: <RecordLink kind="learning-path" id={id} name={name} />,
      sub: 'Learning path',
    })),
    ...(subscription ? [subscriptionLine(subscription)] : []),
  ];
  const all = [
    courses.total > 0 && counted(courses.total, 'course', 'courses'),
    paths.total > 0 && counted(paths.total, 'learning path', 'learning paths'),
  ].filter(Boolean);
  return (
    <Section
      title="Has"
      actions={all.length > 0 && <AllLink to={`/user/${user.id}/courses`}>All {all.join(', ')}</AllLink>}
    >
      {lines.length === 0 ? <Text c="dimmed">No course, learning path or subscription.</Text> : <Lines lines={lines} />}
      {certificates.length > 0 && (
        <Text size="sm" mt="xs">
          <Link to={`/user/${user.id}/submissions`}>{counted(certificates.length, 'certificate', 'certificates')}</Link>
        </Text>
      )}
    </Section>
  );
}

export const courseLine = (course: Overview['courses']['items'][number]): Line => ({
  key: course.id,
  name: <RecordLink kind="course" id={course.id} name={course.name} />,
  sub: `Since ${formatDay(course.assignedAt)}`,
  end: formatProgress(course.progress),
});

export function subscriptionLine({ id, planName, status, endDate }: NonNullable<Overview['subscription']>): Line {
  return {
    key: id,
    name: mayCall(getSubscriberProfile, role() ?? '') ? (
      <Link to="/subscription/$id" params={{ id }}>
        {planName}
      </Link>
    ) : (
      planName
    ),
    sub: 'Subscription',
    badge: <SubscriptionBadge status={status} />,
    end: `until ${formatDay(endDate)}`,
  };
}

function Contact({ found: { desk } }: Pick<Props, 'found'>) {
  if (!desk) return null;
  const { followUpAt, contactedAt, lastTemplate, claimedBy } = desk;
  const facts = [
    claimedBy && `Held by ${claimedBy.name}`,
    contactedAt && `last contact ${formatShortMinute(contactedAt)}${lastTemplate ? ` (${lastTemplate})` : ''}`,
    followUpAt && `next follow-up ${formatShortMinute(followUpAt)}`,
  ].filter(Boolean);
  return (
    <Section title="Contact">
      <Text size="sm">{facts.length > 0 ? facts.join(' · ') : 'Nobody has contacted them about an open order.'}</Text>
    </Section>
  );
}

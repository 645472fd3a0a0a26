/** All records of a tenant's demo. */
import type { Instructor } from '#contract/course/draft.ts';
import type { Tenant } from '#contract/kernel/endpoint.ts';
import { makeTransfers } from './transfers.ts';
import { makeUsers, type PasswordHashes } from './users.ts';
import type { Catalogue } from './catalogue/catalogue.ts';
import { coding } from './catalogue/coding.ts';
import { cyber } from './catalogue/cyber.ts';
import { data } from './catalogue/data.ts';
import { makeAttendance, makeDocumentation, makeFinalProjects, makeQuizzes } from './classroom.ts';
import { makeAgents } from './agents.ts';
import { makeApiKeys } from './api-keys.ts';
import { makeBatches } from './batches.ts';
import { makeBroadcasts } from './broadcasts.ts';
import { makeCampaigns } from './campaigns.ts';
import { makeCertificates } from './certificates.ts';
import { makeCourses } from './courses.ts';
import { makeCurriculum } from './curriculum.ts';
import { makeDesk } from './desk.ts';
import { type Discounts, makeDiscounts } from './discounts.ts';
import { makeEnrolments, withOpened } from './enrolments.ts';
import { makeEventVouchers } from './event-vouchers.ts';
import { makeLearningContacts } from './learning-contacts.ts';
import { makeOrders } from './orders.ts';
import { makePapers } from './papers.ts';
import { makePaths } from './paths.ts';
import { makeDifferences } from './differences.ts';
import { makeBankStatements } from './bank-statements.ts';
import { makePaymentLinks } from './payment-links.ts';
import { makePayments } from './payments.ts';
import { makePayouts } from './payouts.ts';
import { makeProgress } from './progress.ts';
import { makeRefunds } from './refunds.ts';
import { makeSubmissions } from './submissions.ts';
import { withCompanies } from './companies.ts';
import { makeSchedules } from './schedules.ts';
import { withOrders } from './subscription-orders.ts';
import { makeSubscriptions } from './subscriptions.ts';
import { makeDuplicates, withSecondAccounts } from './duplicates.ts';
import { makeTags } from './tags.ts';
import { makeTrackingDocuments } from './tracking.ts';
import { makeVouchers } from './vouchers.ts';
import { makeProposals } from './proposals.ts';
import { makeWebhooks } from './webhooks.ts';
import { withWaitingList } from './waiting-list.ts';
import type { DemoRows, World } from './records.ts';

const catalogues: Record<Tenant, Catalogue> = { coding, cyber, data };

export function demoRows(tenant: Tenant, now: Date, hashes: PasswordHashes): DemoRows {
  const world: World = { tenant, now, catalogue: catalogues[tenant] };
  const user = withSecondAccounts(world, makeUsers(world, hashes));
  const around = aroundUsers(world, user);
  const courses = makeCourses(world);
  const paths = makePaths(world, courses);
  const course = courses.map(({ row }, n) => withAccounts(row, user, tenant === namedTenant && n % taughtEvery === 0));
  const discounts = makeDiscounts(world, course, paths.learningPath);
  const orders = makeOrders(world, user, course, paths.learningPath, discounts);
  const subscriptions = makeSubscriptions(world, user);
  const bought = withOrders(world, subscriptions, user, orders.order);
  const curriculum = makeCurriculum(world, courses);
  const quizzes = makeQuizzes(world, courses, curriculum.courseSection, paths.learningPath);
  const trackingDocument = makeTrackingDocuments(world, user, course);
  const enrolments = makeEnrolments(world, user, course, paths.learningPath, orders, trackingDocument);
  const opened = { ...curriculum, ...quizzes, ...enrolments };
  const taught = { ...opened, ...makeLearning(world, { user, courses, ...paths, ...opened }) };
  const content = { course, ...paths, ...curriculum };
  const rows = withCompanies(world, {
    ...around,
    ...content,
    lessonDocumentation: makeDocumentation(world, curriculum.lesson),
    ...quizzes,
    ...discounts,
    ...withMoney(world, user, bought.order, [...withOpened(orders, enrolments), ...bought.orderItem]),
    subscriptionPlan: subscriptions.subscriptionPlan,
    subscription: bought.subscription,
    eventVoucher: makeEventVouchers(world, bought.subscription),
    ...makeOffers(world, discounts, { course, ...paths, ...subscriptions, order: orders.order }),
    // Rows above keep their positions.
    ...taught,
    ...makeTransfers(world, { user, course, ...enrolments }),
    learningContact: makeLearningContacts(world, { user, ...taught }),
    ...makeBroadcasts(world, { user }),
    ...makeSchedules(world, { user, course, ...curriculum, ...enrolments }),
    ...makeCertificates(world, { user, course, ...taught }),
    ...makeStaffWork(world, { course, ...orders, ...discounts, trackingDocument, ...around }),
    trackingDocument,
  });
  return withWaitingList(world, rows);
}

type Taught = Parameters<typeof makeProgress>[1] &
  Pick<DemoRows, 'user' | 'learningPath' | 'courseUser' | 'learningPathUser'> & {
    courses: ReturnType<typeof makeCourses>;
  };

/** Final projects, and what members did in their courses. */
function makeLearning(world: World, rows: Taught) {
  const finalProject = makeFinalProjects(world, rows.courses, rows.learningPath);
  return {
    ...makeAttendance(world, rows, rows.courseUser),
    ...makeProgress(world, rows),
    finalProject,
    projectSubmission: makeSubmissions(world, { ...rows, finalProject }),
  };
}

/** Orders with their papers and payments. */
const withMoney = (
  world: World,
  user: DemoRows['user'],
  order: DemoRows['order'],
  orderItem: DemoRows['orderItem'],
) => {
  const { payment: returned, ...refunds } = makeRefunds(world, user, order, orderItem);
  const paid = [...makePayments(world, user, order).payment, ...returned];
  const { payment, payout, payoutLine } = makePayouts(world, paid);
  const { paymentNotice, paymentLink } = makeDifferences(world, order, paid);
  return {
    order,
    orderItem,
    ...makePapers(world, { order, orderItem }),
    payment,
    ...refunds,
    ...makeBankStatements(world, user, { order, payment: paid, payout }),
    payoutLine,
    paymentNotice,
    paymentLink: [...makePaymentLinks(world, user, order).paymentLink, ...paymentLink],
  };
};

const aroundUsers = (world: World, user: DemoRows['user']) => ({
  user,
  ...makeDuplicates(world, user),
  ...makeTags(world, user),
  ...makeApiKeys(world, user),
  ...makeAgents(world, user),
});

/** Brand whose instructors see only courses that name them; the demo's instructor teaches some of its courses. */
export const namedTenant: Tenant = 'data';
const taughtEvery = 3;

/** Course whose instructors name their accounts. */
function withAccounts(course: DemoRows['course'][number], users: DemoRows['user'], isTaughtByDemo: boolean) {
  const named = JSON.parse(course.instructors ?? '[]') as Instructor[];
  const demo = users.find(({ email }) => email === 'instructor@demo.test');
  const all = [...named, ...(isTaughtByDemo && demo ? [{ ...named[0]!, name: demo.name, bio: '' }] : [])];
  const accountOf = (name: string) =>
    users.find((user) => user.name === name && user.role === 'instructor')?.id ?? null;
  return { ...course, instructors: JSON.stringify(all.map((one) => ({ ...one, userId: accountOf(one.name) }))) };
}

/** Vouchers, and campaigns of discounts and vouchers. */
function makeOffers(world: World, discounts: Discounts, of: Parameters<typeof makeVouchers>[1]) {
  const vouchers = makeVouchers(world, of);
  return { ...vouchers, ...makeCampaigns(world, { ...discounts, ...vouchers }) };
}

/** Desk work, bulk changes and webhooks. */
function makeStaffWork(
  world: World,
  rows: Pick<DemoRows, 'user' | 'course' | 'order' | 'discount' | 'trackingDocument' | 'apiKey'>,
): Pick<
  DemoRows,
  'deskOrder' | 'deskEvent' | 'batch' | 'batchRow' | 'proposal' | keyof ReturnType<typeof makeWebhooks>
> {
  return {
    ...makeDesk(world, rows.user, rows.course, rows.trackingDocument),
    ...makeBatches(world, rows),
    ...makeProposals(world, rows),
    // Last, so that they want no event of the rows above.
    ...makeWebhooks(world, rows.user, rows.order),
  };
}

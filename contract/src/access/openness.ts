/** Openness of what a member has or ordered, with the reason against it (docs/decisions/0101). Pure. */
import { CourseStatus, courseStatus } from '../course/rules.ts';
import { endedInWords, hasEnded } from '../kernel/access-term.ts';
import { dayInWords } from '../kernel/days.ts';

/** Days are Jakarta's; the last one is included. */
export interface SubscriptionPeriod {
  startDate: string;
  endDate: string;
  isCancelled: boolean;
}

/** Product of a member. */
export interface Holding {
  /** Assigned to the member, through a learning path too; of a plan: they have or had a subscription. */
  isHeld: boolean;
  /** Latest order of it that is paid, or may still be. */
  order: { invoiceNumber: string; isPaid: boolean } | null;
  course: Parameters<typeof courseStatus>[0] | null;
  /** Last day of the access to a course or a learning path; null: no end. */
  accessEndsOn: string | null;
  path: { isPublished: boolean } | null;
  /** All subscriptions of the member to a plan. */
  periods: readonly SubscriptionPeriod[] | null;
}

export interface ProductOpenness {
  open: boolean;
  reason?: string;
  /** Last day on which it is open; absent: no end. */
  until?: string;
}

const closed = (reason: string): ProductOpenness => ({ open: false, reason });
const latest = (periods: readonly SubscriptionPeriod[]) =>
  periods.toSorted((one, other) => (one.endDate < other.endDate ? 1 : -1))[0];

/** Periods of a plan follow each other without a gap, so it is open until the last one ends. */
function opennessOfPlan(periods: readonly SubscriptionPeriod[], today: string): ProductOpenness {
  const valid = periods.filter(({ isCancelled }) => !isCancelled);
  if (valid.some(({ startDate, endDate }) => startDate <= today && today <= endDate))
    return { open: true, until: latest(valid)!.endDate };
  const [next] = valid.map(({ startDate }) => startDate).filter((day) => day > today).toSorted(); // prettier-ignore
  if (next) return closed(`Starts on ${dayInWords(next)}`);
  const last = latest(valid);
  return closed(last ? `Ended on ${dayInWords(last.endDate)}` : 'Cancelled');
}

const openUntil = (lastDay: string | null, today: string): ProductOpenness =>
  hasEnded(lastDay, today)
    ? closed(endedInWords(lastDay))
    : { open: true, ...(lastDay !== null && { until: lastDay }) };

/** A cohort opens on its first day, and stays open after its last one, as long as the access of the member. */
function opennessOfCourse(
  course: NonNullable<Holding['course']>,
  lastDay: string | null,
  today: string,
): ProductOpenness {
  const status = courseStatus(course, today);
  if (status === CourseStatus.DRAFT) return closed('Not published');
  if (status !== CourseStatus.TO_DO || hasEnded(lastDay, today)) return openUntil(lastDay, today);
  return closed(course.startDate === null ? 'Has no start date yet' : `Starts on ${dayInWords(course.startDate)}`);
}

/** Openness of a product on a day in Jakarta. `isActive`: the account is not deactivated. */
export function opennessOfProduct(
  { isHeld, order, course, accessEndsOn, path, periods }: Holding,
  { isActive, today }: { isActive: boolean; today: string },
): ProductOpenness {
  if (!isActive) return closed('The account is deactivated');
  if (!isHeld)
    return closed(
      order?.isPaid
        ? `Paid with ${order.invoiceNumber}, but not opened`
        : `Waits for the payment of ${order?.invoiceNumber ?? 'an order'}`,
    );
  if (periods) return opennessOfPlan(periods, today);
  if (course) return opennessOfCourse(course, accessEndsOn, today);
  return path?.isPublished ? openUntil(accessEndsOn, today) : closed('Not published');
}

/** Tables of the search over all areas, with the roles that may find their rows. */
import { sql } from 'kysely';
import { listCertificates } from '#contract/certificate/endpoints.ts';
import { listCourses } from '#contract/course/endpoints.ts';
import { discounts } from '#contract/discount/endpoints.ts';
import { learningPaths } from '#contract/learning-path/endpoints.ts';
import { getLesson } from '#contract/course/lesson/endpoints.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { listOrders } from '#contract/order/endpoints.ts';
import { products } from '#contract/product/endpoints.ts';
import { getQuiz } from '#contract/course/quiz/endpoints.ts';
import type { searchEverything } from '#contract/search/endpoints.ts';
import { listSubmissions } from '#contract/submission/endpoints.ts';
import { plans } from '#contract/subscription/plans.ts';
import { listEventVouchers, listSubscribers } from '#contract/subscription/endpoints.ts';
import { listUsers } from '#contract/user/endpoints.ts';
import { vouchers } from '#contract/voucher/endpoints.ts';

export type SearchResult = Reply<typeof searchEverything>['found'][number];
const productName = sql<string>`coalesce((select name from course where id = course_id), (select name from learning_path where id = path_id))`;

/** Tables by kind of result: the list endpoint whose roles may find them, sort order, and hint beside the name. */
export const searchedTables = [
  {
    table: 'course',
    name: 'name',
    opens: listCourses,
    kind: sql<SearchResult['kind']>`case type when 1 then 'fast-track' else 'flexy' end`,
    hint: sql<string>`coalesce(category, '')`,
    order: sql`id desc`,
  },
  {
    table: 'learningPath',
    name: 'name',
    opens: learningPaths.list,
    kind: sql<SearchResult['kind']>`'learning-path'`,
    hint: sql<string>`coalesce(category, '')`,
    order: sql`id desc`,
  },
  {
    table: 'user',
    name: 'name',
    opens: listUsers,
    kind: sql<SearchResult['kind']>`'user'`,
    hint: sql<string>`email`,
    order: sql`name_key`,
  },
  {
    table: 'subscription',
    name: sql<string>`(select name from "user" person where person.id = subscription.user_id)`,
    opens: listSubscribers,
    kind: sql<SearchResult['kind']>`'subscription'`,
    hint: sql<string>`(select name from subscription_plan plan where plan.id = subscription.plan_id)`,
    order: sql`name_key, id`,
  },
  {
    table: 'eventVoucher',
    // Results link to the subscription's page.
    id: sql<string>`subscription_id`,
    name: sql<string>`(select person.name from subscription join "user" person on person.id = subscription.user_id
      where subscription.id = event_voucher.subscription_id) || ' · ' || event_name`,
    opens: listEventVouchers,
    kind: sql<SearchResult['kind']>`'event-voucher'`,
    hint: sql<string>`code`,
    order: sql`id desc`,
  },
  {
    table: 'order',
    name: 'invoiceNumber',
    opens: listOrders,
    kind: sql<SearchResult['kind']>`'order'`,
    hint: sql<string>`user_name`,
    order: sql`created_at desc, id desc`,
  },
  {
    table: 'discount',
    name: 'name',
    opens: discounts.list,
    kind: sql<SearchResult['kind']>`'discount'`,
    hint: sql<string>`''`,
    order: sql`id desc`,
  },
  {
    table: 'voucher',
    name: 'name',
    opens: vouchers.list,
    kind: sql<SearchResult['kind']>`'voucher'`,
    hint: sql<string>`code`,
    order: sql`id desc`,
  },
  {
    table: 'product',
    name: 'name',
    opens: products.list,
    kind: sql<SearchResult['kind']>`'product'`,
    hint: sql<string>`''`,
    order: sql`id desc`,
  },
  {
    table: 'subscriptionPlan',
    name: 'name',
    opens: plans.list,
    kind: sql<SearchResult['kind']>`'plan'`,
    hint: sql<string>`''`,
    order: sql`id desc`,
  },
  {
    table: 'projectSubmission',
    name: sql<string>`(select name from "user" where id = user_id)`,
    opens: listSubmissions,
    kind: sql<SearchResult['kind']>`'submission'`,
    hint: sql<string>`${productName} || ' · attempt ' || attempt`,
    order: sql`submitted_at desc, id desc`,
  },
  {
    table: 'certificate',
    // Results link to the course's page.
    id: sql<string>`course_id`,
    name: sql<string>`name || ' · ' || course_name`,
    opens: listCertificates,
    kind: sql<SearchResult['kind']>`'certificate'`,
    hint: sql<string>`code`,
    order: sql`id desc`,
  },
  {
    table: 'lesson',
    name: 'name',
    opens: getLesson,
    kind: sql<SearchResult['kind']>`'lesson'`,
    hint: sql<string>`(select course.name from course_section section join course on course.id = section.course_id
      where section.id = lesson.section_id)`,
    order: sql`id desc`,
  },
  {
    table: 'quiz',
    name: 'name',
    opens: getQuiz,
    kind: sql<SearchResult['kind']>`lower(type)`,
    hint: sql<string>`coalesce((select course.name from course_section section join course on course.id = section.course_id
      where section.id = quiz.section_id), (select path.name from learning_path path where path.id = quiz.path_id))`,
    order: sql`id desc`,
  },
] as const;

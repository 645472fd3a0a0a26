/** Paths of record pages and the roles that may open them. */
import { getCourse } from '#contract/course/endpoints.ts';
import { discounts } from '#contract/discount/endpoints.ts';
import { type Endpoint, mayCall } from '#contract/kernel/endpoint.ts';
import { learningPaths } from '#contract/learning-path/endpoints.ts';
import { products } from '#contract/product/endpoints.ts';
import { plans } from '#contract/subscription/plans.ts';
import { getUserProfile } from '#contract/user/endpoints.ts';
import { vouchers } from '#contract/voucher/endpoints.ts';
import { idOfKey, recordKinds, tableOfKey } from '#contract/kernel/record-kinds.ts';
import { role } from '../api/session.ts';

/** Path above the id. A course of the other type redirects to its own page. */
const pages = {
  user: ['/user', getUserProfile],
  course: ['/course/flexy', getCourse],
  'learning-path': ['/learning-path', learningPaths.get],
  plan: ['/subscription/plan', plans.get],
  product: ['/product', products.get],
  discount: ['/discount', discounts.get],
  voucher: ['/voucher', vouchers.get],
} as const satisfies Record<string, readonly [string, Pick<Endpoint, 'roles'>]>;

export type NamedKind = keyof typeof pages;

/** Path of a record's page; undefined if the person may not open it. */
export function pageOf(kind: NamedKind, id: string): string | undefined {
  const [path, endpoint] = pages[kind];
  return mayCall(endpoint, role() ?? '') ? `${path}/${id}` : undefined;
}

const kinds = Object.keys(pages) as NamedKind[];

/** Path of the page for a record key of the trail, `course:01890000-…`. */
export function pageOfKey(key: string): string | undefined {
  const kind = kinds.find((one) => recordKinds[one].table === tableOfKey(key));
  return kind && pageOf(kind, idOfKey(key));
}

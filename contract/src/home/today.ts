/** Order of the start page's queue (docs/decisions/0078): what costs people money first, then by amount and age. Pure. */

/** Kinds of waiting work as the page names them, most urgent first. */
export const todayKinds = {
  'privacy-request': 'Request for personal data',
  'paid-no-access': 'Paid without access',
  'payment-difference': 'Difference of payments',
  'failed-video': 'Failed video',
  'certificates-ready': 'Certificates to issue',
  'class-today': 'Class today',
  'attendance-missing': 'Attendance missing',
  submission: 'Submission to review',
  'follow-up': 'Follow-up due',
  chase: 'Next to chase',
  'unpaid-order': 'Unpaid for a day',
  'promotion-ends': 'Promotion ends',
  draft: 'Draft lacks one thing',
  'failed-job': 'Failed job',
  'access-unpaid': 'Access without payment',
} as const;
export type TodayKind = keyof typeof todayKinds;

const ranks = Object.keys(todayKinds);

/** Facts of an item that decide its place. */
export interface Placed {
  kind: TodayKind;
  /** In rupiah; null: not about money. */
  amount: number | null;
  /** Time since which it waits, or at which it happens. */
  at: string | null;
  /** Unique; decides between equals, so that the order is total. */
  key: string;
}

const instantOf = ({ at }: Placed) => (at === null ? Number.POSITIVE_INFINITY : Date.parse(at));

/** Compares by kind, then by amount (the highest first), then by time (the earliest first). */
export function inTodayOrder(one: Placed, other: Placed): number {
  const [a, b] = [instantOf(one), instantOf(other)];
  return (
    ranks.indexOf(one.kind) - ranks.indexOf(other.kind) ||
    (other.amount ?? 0) - (one.amount ?? 0) ||
    (a === b ? 0 : a - b) ||
    (one.key < other.key ? -1 : Number(one.key > other.key))
  );
}

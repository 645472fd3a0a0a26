/** Queue of the start page: the heads of all sources that the role may work on, merged by rank (docs/decisions/0078). */
import { createHash } from 'node:crypto';
import type { FastifyBaseLogger } from 'fastify';
import { type TodayItem, type getToday, maxItems } from '#contract/home/endpoints.ts';
import { type TodayKind, inTodayOrder, todayKinds } from '#contract/home/today.ts';
import { type Reply, type ValidatedInput, mayCall } from '#contract/kernel/endpoint.ts';
import type { Waiting, WaitingContext, WaitingItem, WaitingSource } from '#shared/waiting.ts';
import { findAsides } from './asides.ts';
import { readFigures, readSteps } from './figures.ts';

type Today = Reply<typeof getToday>;

/** Fingerprint of what an item shows. */
const markOf = ({ name, about, amount, at, count, lacks, reason }: WaitingItem) =>
  createHash('sha256')
    .update(JSON.stringify([name, about, amount, at, count, lacks?.path, reason]))
    .digest('base64url')
    .slice(0, 16);

const identified = (kind: TodayKind, item: WaitingItem): TodayItem => ({
  ...item,
  kind,
  key: `${kind}:${item.id}`,
  mark: markOf(item),
});

interface Found extends Omit<Waiting, 'items'> {
  kind: TodayKind;
  items: TodayItem[];
  aside: TodayItem[];
}

interface Queue {
  found: readonly Found[];
  failed: readonly TodayKind[];
}

/**
 * Reads every source: its first items, as many as are listed; to count, only of kinds with something set aside. A source
 * that fails leaves the others; throws if all do.
 */
async function readQueue(
  sources: readonly WaitingSource[],
  context: WaitingContext & { log: FastifyBaseLogger },
  { isCount }: { isCount: boolean },
): Promise<Queue> {
  const own = sources.filter(({ opens }) => mayCall(opens, context.caller.role));
  const asides = await findAsides(context.db, context.caller.userId, context.now);
  const kindsAside = new Set([...asides.keys()].map((key) => key.split(':')[0]));
  const isAside = ({ key, mark }: TodayItem) => asides.get(key) === mark;
  const results = await Promise.allSettled(
    own.map(async (source): Promise<Waiting> => {
      if (kindsAside.has(source.kind)) return source.find(context, maxItems + asides.size);
      return isCount ? { ...(await source.count(context)), items: [] } : source.find(context, maxItems);
    }),
  );
  const refused = results.filter((result) => result.status === 'rejected');
  if (own.length > 0 && refused.length === own.length) throw refused[0]!.reason;
  for (const { reason } of refused) context.log.error({ err: reason }, 'a part of the start page could not be read');
  const found = results.flatMap((result, n) => {
    if (result.status === 'rejected') return [];
    const { kind } = own[n]!;
    const items = result.value.items.map((item) => identified(kind, item));
    const aside = items.filter(isAside);
    return [
      {
        ...result.value,
        kind,
        items: items.filter((item) => !isAside(item)),
        aside,
        total: result.value.total - aside.length,
      },
    ];
  });
  const failed = own.filter((_, n) => results[n]!.status === 'rejected').map(({ kind }) => kind);
  return { found, failed: [...new Set(failed)] };
}

type Totals = Map<TodayKind, Pick<Today['kinds'][number], 'total' | 'isTotalCapped'>>;

/** Totals by kind, most urgent first; a kind may have several sources. */
function totalsOf(found: readonly Found[]): Totals {
  const kinds = Object.keys(todayKinds) as TodayKind[];
  return new Map(
    kinds.flatMap((kind) => {
      const parts = found.filter((one) => one.kind === kind);
      const total = parts.reduce((sum, one) => sum + one.total, 0);
      const isTotalCapped = parts.some((one) => one.isTotalCapped);
      return total > 0 ? [[kind, { total, ...(isTotalCapped && { isTotalCapped }) }] as const] : [];
    }),
  );
}

type Context = WaitingContext & { log: FastifyBaseLogger };

/** First items of the queue, with the figures of the day. */
export async function readToday(
  sources: readonly WaitingSource[],
  context: Context,
  { kind, aside }: ValidatedInput<typeof getToday>['query'],
): Promise<Today> {
  const { found, failed } = await readQueue(sources, context, { isCount: false });
  const totals = totalsOf(found);
  const queues = found.flatMap((one) => (one.queue ? [[one.kind, one.queue] as const] : []));
  const [figures, steps] = await Promise.all([
    readFigures(context, new Map([...totals, ...queues])),
    readSteps(context.db),
  ]);
  const listed = found.filter((one) => kind === undefined || one.kind === kind);
  return {
    items: listed
      .flatMap((one) => (aside ? one.aside : one.items))
      .toSorted(inTodayOrder)
      .slice(0, maxItems),
    kinds: [...totals].map(([name, total]) => ({ kind: name, ...total })),
    aside: found.reduce((sum, one) => sum + one.aside.length, 0),
    failed: [...failed],
    figures,
    ...(steps && { steps }),
  };
}

/** Number of items in the caller's queue. */
export async function countToday(sources: readonly WaitingSource[], context: Context): Promise<number> {
  const { found } = await readQueue(sources, context, { isCount: true });
  return found.reduce((sum, { total }) => sum + total, 0);
}

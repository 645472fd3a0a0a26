/** Discounts and vouchers as bars over the 90 days before and after today, campaigns as groups; a list on phones. */
import { Skeleton } from '@mantine/core';
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent } from 'react';
import { type Bar, readTimeline } from '#contract/campaign/timeline.ts';
import type { Reply } from '#contract/kernel/endpoint.ts';
import { endOf, periodInWords, startOf } from '#contract/pricing/price.ts';
import { promotionBadges } from '#contract/pricing/promotion-badge.ts';
import { StatusBadge, colourOf, reductionInWords, statusFilterOf } from '#admin-shared/pricing/price-reduction.tsx';
import { byProduct } from '#admin-shared/product/use-products.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Badge } from '#kit/display/badge.tsx';
import { ErrorState, StaleNotice } from '#kit/feedback/failures.tsx';
import { EmptyState } from '#kit/feedback/states.tsx';
import { counted } from '#kit/format/formats.ts';
import { type Filter, Toolbar } from '#kit/list/toolbar.tsx';
import { useListState } from '#kit/list/use-list-state.ts';
import { DetailPage } from '#kit/record/detail-page.tsx';
import { groupsOf, spanOf } from './timeline-rows.ts';
import classes from './timeline.module.css';

type Timeline = Reply<typeof readTimeline>;

const filters: readonly Filter[] = [
  {
    name: 'kind',
    label: 'Kind',
    options: [
      { value: 'discount', label: 'Discounts' },
      { value: 'voucher', label: 'Vouchers' },
    ],
  },
  {
    ...statusFilterOf(promotionBadges),
    options: statusFilterOf(promotionBadges).options.filter((one) => !('isFormer' in one)),
  },
  byProduct,
];

const percent = (left: number, width: number) => ({ left: `${left}%`, width: `${width}%` });
const month = new Intl.DateTimeFormat('id-ID', { timeZone: 'Asia/Jakarta', month: 'short', year: 'numeric' });

const windowOf = ({ from, to }: Timeline) => ({ from: Date.parse(from), to: Date.parse(to) });

/** First moments of the months in the window. */
function monthsIn({ from, to }: { from: number; to: number }): number[] {
  const first = new Date(from);
  const starts = Array.from({ length: 8 }, (_, n) => Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + n, 1, -7));
  return starts.filter((at) => at > from && at < to);
}

/** Moves the focus between the rows. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  if (!way) return;
  const links = [...event.currentTarget.querySelectorAll<HTMLElement>('[data-row]')];
  const next = links[links.indexOf(document.activeElement as HTMLElement) + way];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

/** Width in percent below which a bar has no room for its words. */
const shortest = 14;

interface RowProps {
  bar: Bar;
  window: { from: number; to: number };
}

function Row({ bar, window }: RowProps) {
  const { kind, id, name, code, discountType: type, value, conflicting } = bar;
  const { left, width } = spanOf(startOf(bar), endOf(bar), window);
  const words = code ?? reductionInWords({ type, value });
  const isShort = width < shortest;
  return (
    <li className={classes['row']} data-member={bar.campaign !== null || undefined}>
      <span className={classes['name']}>
        <Link
          to={`/${kind}/${id}`}
          data-row
          title={`${kind === 'discount' ? 'Discount' : 'Voucher'}, ${periodInWords(bar)}`}
        >
          {name}
        </Link>
        <StatusBadge {...bar} />
      </span>
      <span className={classes['period']}>
        {code === null ? 'Discount' : `Voucher ${code}`} · {periodInWords(bar)}
      </span>
      <span className={classes['track']}>
        <span className={classes['bar']} style={percent(left, width)} data-short={isShort || undefined}>
          <Badge colour={colourOf(bar)}>{isShort ? '' : words}</Badge>
        </span>
        {isShort && (
          <span className={classes['beside']} style={{ left: `${left + width}%` }}>
            {words}
          </span>
        )}
      </span>
      {conflicting > 0 && (
        <Link to={`/discount/${id}`} className={classes['conflict']}>
          {counted(conflicting, 'product', 'products')} in conflict
        </Link>
      )}
    </li>
  );
}

function Chart({ data }: { data: Timeline }) {
  const window = windowOf(data);
  const today = spanOf(window.from, Date.parse(data.now), window).width;
  return (
    <div className={classes['chart']}>
      <div className={classes['months']} aria-hidden>
        {monthsIn(window).map((at) => (
          <span key={at} style={{ left: `${spanOf(window.from, at, window).width}%` }}>
            {month.format(at)}
          </span>
        ))}
      </div>
      <div className={classes['now']} aria-hidden>
        <span style={{ left: `${today}%` }}>Today</span>
      </div>
      <ul className={classes['rows']} aria-label="Promotions by start" onKeyDown={walk}>
        {groupsOf(data.bars).map(({ campaign, bars, start, end }) => (
          <li key={campaign?.id ?? bars[0]!.id}>
            <ul>
              {campaign && (
                <li className={classes['row']} data-campaign>
                  <span className={classes['name']}>
                    <Link to={`/campaign/${campaign.id}`} data-row>
                      {campaign.name}
                    </Link>
                  </span>
                  <span className={classes['period']}>
                    Campaign · {counted(bars.length, 'promotion', 'promotions')}
                  </span>
                  <span className={classes['track']}>
                    <span
                      className={classes['whole']}
                      style={percent(spanOf(start, end, window).left, spanOf(start, end, window).width)}
                    />
                  </span>
                </li>
              )}
              {bars.map((bar) => (
                <Row key={bar.id} bar={bar} window={window} />
              ))}
            </ul>
          </li>
        ))}
      </ul>
      <More more={data.more} />
    </div>
  );
}

/** Links to the lists for what the timeline leaves out. */
const More = ({ more }: Pick<Timeline, 'more'>) =>
  (['discount', 'voucher'] as const).map(
    (kind) =>
      more[kind] > 0 && (
        <p key={kind}>
          <Link to={`/${kind}`}>And {counted(more[kind], `more ${kind}`, `more ${kind}s`)}</Link>
        </p>
      ),
  );

export function TimelinePage() {
  const { state, change } = useListState(readTimeline.query!);
  const { kind, status, productId } = state as { kind?: Bar['kind']; status?: Bar['kind'] } & Record<string, unknown>;
  const query = { kind, status, productId } as never;
  const { data, error, refetch } = useCall(readTimeline, { query }, { keepPrevious: true });
  const isNarrowed = filters.some(({ name }) => state[name]);
  return (
    <DetailPage title="Timeline">
      <Toolbar label="timeline" state={state} change={change} search={undefined} filters={filters} sorts={[]} />
      {error && data && <StaleNotice error={error} refetch={refetch} />}
      {error && !data && <ErrorState error={error} refetch={refetch} what="timeline" />}
      {!error && !data && <Skeleton height={420} radius={8} />}
      {data?.bars.length === 0 && (
        <EmptyState title={isNarrowed ? 'No matches' : 'Nothing in these 180 days'}>
          {isNarrowed
            ? 'No discount or voucher matches. Try other filters.'
            : 'Discounts and vouchers of the 90 days before and after today appear here.'}
        </EmptyState>
      )}
      {data && data.bars.length > 0 && <Chart data={data} />}
    </DetailPage>
  );
}

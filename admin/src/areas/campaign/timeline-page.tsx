/** Discounts and vouchers as bars over the 90 days before and after today, campaigns as groups; a list on phones. */
import { Link } from '@tanstack/react-router';
import type { KeyboardEvent, ReactNode } from 'react';
import { type Bar, readTimeline } from '#contract/campaign/timeline.ts';
import type { CallInput, Reply } from '#contract/kernel/endpoint.ts';
import { endOf, periodInWords, startOf } from '#contract/pricing/price.ts';
import { promotionBadges } from '#contract/pricing/promotion-badge.ts';
import { conflictsId } from '#admin-shared/pricing/notice.tsx';
import { StatusBadge, colourOf, reductionInWords, statusFilterOf } from '#admin-shared/pricing/price-reduction.tsx';
import { byProduct } from '#admin-shared/product/use-products.ts';
import { useCall } from '#kit/api/use-call.ts';
import { Badge, type BadgeColour } from '#kit/display/badge.tsx';
import { EmptyState } from '#kit/feedback/states.tsx';
import { choicesOf } from '#kit/format/choices.ts';
import { counted } from '#kit/format/formats.ts';
import { Toolbar } from '#kit/list/toolbar.tsx';
import { useListState } from '#kit/list/use-list-state.ts';
import { DetailPage } from '#kit/record/detail-page.tsx';
import { FieldsSkeleton, Loaded } from '#kit/record/loaded.tsx';
import { groupsOf, spanOf } from './timeline-rows.ts';
import classes from './timeline.module.css';

type Timeline = Reply<typeof readTimeline>;
interface Window {
  from: number;
  to: number;
}

const kinds = choicesOf({ discount: 'Discounts', voucher: 'Vouchers' });
const filters = [{ name: 'kind', label: 'Kind', options: kinds }, statusFilterOf(promotionBadges), byProduct];
const month = new Intl.DateTimeFormat('id-ID', { timeZone: 'Asia/Jakarta', month: 'short', year: 'numeric' });

/** First moments of the months in the window, in Jakarta. */
function monthsIn({ from, to }: Window): number[] {
  const first = new Date(from);
  const starts = Array.from({ length: 8 }, (_, n) => Date.UTC(first.getUTCFullYear(), first.getUTCMonth() + n, 1, -7));
  return starts.filter((at) => at > from && at < to);
}

/** Moves the focus to the next or previous row. */
function walk(event: KeyboardEvent<HTMLElement>): void {
  const way = { ArrowDown: 1, ArrowUp: -1 }[event.key];
  const links = [...document.querySelectorAll<HTMLElement>('[data-row]')];
  const next = way && links[links.indexOf(event.currentTarget) + way];
  if (!next) return;
  event.preventDefault();
  next.focus();
}

interface RowProps {
  to: string;
  name: string;
  about: string;
  span: { left: number; width: number };
  colour: BadgeColour;
  /** Words in the bar. */
  words: string;
  kind: 'campaign' | 'member' | 'single';
  /** Badge beside the name, and what follows the bar. */
  badge?: ReactNode;
  children?: ReactNode;
}

const Row = ({ to, name, about, span: { left, width }, colour, words, kind, badge, children }: RowProps) => (
  <li className={classes['row']} data-kind={kind}>
    <span className={classes['name']}>
      <Link to={to} data-row title={about} onKeyDown={walk}>
        {name}
      </Link>
      {badge}
    </span>
    <span className={classes['about']}>{about}</span>
    <span className={classes['track']}>
      <span className={classes['bar']} style={{ left: `${left}%`, width: `${width}%` }}>
        <Badge colour={colour}>{words}</Badge>
      </span>
    </span>
    {children}
  </li>
);

function PromotionRow({ bar, window }: { bar: Bar; window: Window }) {
  const { kind, id, name, code, discountType: type, value, conflicting, campaign } = bar;
  return (
    <Row
      to={`/${kind}/${id}`}
      name={name}
      about={`${code === null ? 'Discount' : `Voucher ${code}`} · ${periodInWords(bar)}`}
      span={spanOf(startOf(bar), endOf(bar), window)}
      colour={colourOf(bar)}
      words={code ?? reductionInWords({ type, value })}
      kind={campaign ? 'member' : 'single'}
      badge={<StatusBadge {...bar} />}
    >
      {conflicting > 0 && (
        <Link to={`/discount/${id}`} hash={conflictsId} className={classes['conflict']}>
          {counted(conflicting, 'product', 'products')} in conflict
        </Link>
      )}
    </Row>
  );
}

function Chart({ data: { from, now, to, bars, more } }: { data: Timeline }) {
  const window = { from: Date.parse(from), to: Date.parse(to) };
  const tick = (at: number) => ({ left: `${spanOf(window.from, at, window).width}%` });
  const kept = (['discount', 'voucher'] as const).filter((kind) => more[kind] > 0);
  return (
    <div className={classes['chart']}>
      <div className={classes['scale']} aria-hidden>
        {monthsIn(window).map((at) => (
          <span key={at} style={tick(at)}>
            {month.format(at)}
          </span>
        ))}
        <span data-today style={tick(Date.parse(now))}>
          Today
        </span>
      </div>
      <ul aria-label="Promotions by start">
        {groupsOf(bars).flatMap(({ campaign, start, end, bars: some }) => [
          campaign && (
            <Row
              key={campaign.id}
              to={`/campaign/${campaign.id}`}
              name={campaign.name}
              about={`Campaign · ${counted(some.length, 'promotion', 'promotions')}`}
              span={spanOf(start, end, window)}
              colour="purple"
              words="Campaign"
              kind="campaign"
              badge={<StatusBadge {...campaign} totalAssigned={some.length} />}
            />
          ),
          ...some.map((bar) => <PromotionRow key={bar.id} bar={bar} window={window} />),
        ])}
      </ul>
      {kept.map((kind) => (
        <p key={kind}>
          <Link to={`/${kind}`}>And {counted(more[kind], `more ${kind}`, `more ${kind}s`)}</Link>
        </p>
      ))}
    </div>
  );
}

export function TimelinePage() {
  const { state, change } = useListState(readTimeline.query!);
  const { kind, status, productId } = state;
  const query = { kind, status, productId } as CallInput<typeof readTimeline>['query'];
  const result = useCall(readTimeline, { query }, { keepPrevious: true });
  return (
    <DetailPage title="Timeline">
      <Toolbar label="timeline" state={state} change={change} search={undefined} filters={filters} sorts={[]} />
      <Loaded result={result} what="timeline" skeleton={<FieldsSkeleton />}>
        {(data) =>
          data.bars.length > 0 ? (
            <Chart data={data} />
          ) : (
            <EmptyState title="No matches">
              No discount or voucher of the 90 days before and after today matches. Clear the filters, or make one.
            </EmptyState>
          )
        }
      </Loaded>
    </DetailPage>
  );
}

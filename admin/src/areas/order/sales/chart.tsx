/** Bar chart of payments and refunds; the keyboard moves from bar to bar, and the table below has the same data. */
import { type KeyboardEvent, useId, useState } from 'react';
import type { Sales } from '#contract/order/sales.ts';
import { formatMoney } from '#contract/kernel/rupiah.ts';
import { counted, formatDay } from '#kit/format/formats.ts';
import { heightAt, scaleOf } from './bars.ts';
import { periodName } from './periods.ts';
import classes from './sales.module.css';

type Bar = Sales['periods'][number];

const short = new Intl.NumberFormat('id-ID', { notation: 'compact', maximumFractionDigits: 1 });

/** Values of a bar in words. */
function inWords(bar: Bar): string {
  const refunds = bar.refunds > 0 ? `, refunds ${formatMoney(bar.refunded)}` : '';
  return `${periodName(bar)}: ${formatMoney(bar.net)}, ${counted(bar.orders, 'order', 'orders')}${refunds}`;
}

const moves: Readonly<Record<string, (at: number, count: number) => number>> = {
  ArrowLeft: (at) => at - 1,
  ArrowRight: (at) => at + 1,
  Home: () => 0,
  End: (_, count) => count - 1,
};

/** The bar that the pointer or the keyboard is on. */
function useCurrentBar(count: number) {
  const [chosen, setChosen] = useState<number>();
  const current = chosen !== undefined && chosen < count ? chosen : undefined;
  const onKeyDown = (event: KeyboardEvent) => {
    const next = moves[event.key]?.(current ?? count - 1, count);
    if (next === undefined) return;
    event.preventDefault();
    setChosen(Math.min(Math.max(next, 0), count - 1));
  };
  return { current, setChosen, onKeyDown };
}

/** Below this height, the labels of zero and of the lower end would overlap. */
const maxZero = 88;
/** Share of its place that a bar fills. */
const fill = 0.72;

interface BarProps {
  bar: Bar;
  x: number;
  scale: ReturnType<typeof scaleOf>;
}

function BarShapes({ bar: { paid, refunded }, x, scale }: BarProps) {
  const zero = heightAt(scale, 0);
  const place = { x: x + (1 - fill) / 2, width: fill };
  return (
    <>
      <rect className={classes['place']} x={x} width={1} y={0} height={100} />
      <rect className={classes['paid']} {...place} y={heightAt(scale, paid)} height={zero - heightAt(scale, paid)} />
      {refunded > 0 && (
        <rect className={classes['refunded']} {...place} y={zero} height={heightAt(scale, -refunded) - zero} />
      )}
    </>
  );
}

export function SalesChart({ sales: { periods, group, from, to } }: { sales: Sales }) {
  const { current, setChosen, onKeyDown } = useCurrentBar(periods.length);
  const scale = scaleOf(periods);
  const readout = useId();
  const best = periods.reduce((one, other) => (other.net > one.net ? other : one));
  const shown = current === undefined ? `Highest: ${inWords(best)}` : inWords(periods[current]!);
  return (
    <figure className={classes['chart']}>
      <figcaption id={readout}>
        <span>{shown}</span>
        <span className={classes['legend']} aria-hidden>
          <i className={classes['paid']} /> Paid <i className={classes['refunded']} /> Refunded
        </span>
      </figcaption>
      <div className={classes['plot']}>
        <div className={classes['amounts']} aria-hidden>
          <small style={{ top: 0 }}>{short.format(scale.top)}</small>
          <small style={{ top: `${heightAt(scale, 0)}%` }}>0</small>
          {heightAt(scale, 0) < maxZero && <small style={{ top: '100%' }}>{short.format(scale.bottom)}</small>}
        </div>
        <svg
          viewBox={`0 0 ${periods.length} 100`}
          preserveAspectRatio="none"
          role="listbox"
          aria-orientation="horizontal"
          aria-label={`Net sales by ${group}`}
          aria-describedby={readout}
          aria-activedescendant={current === undefined ? undefined : `${readout}-${current}`}
          tabIndex={0}
          onKeyDown={onKeyDown}
          onFocus={() => setChosen(current ?? periods.length - 1)}
          onBlur={() => setChosen(undefined)}
          onPointerLeave={() => setChosen(undefined)}
        >
          <line
            className={classes['grid']}
            x1={0}
            x2={periods.length}
            y1={heightAt(scale, scale.top / 2)}
            y2={heightAt(scale, scale.top / 2)}
          />
          {periods.map((bar, index) => (
            <g
              key={bar.from}
              id={`${readout}-${index}`}
              role="option"
              aria-selected={index === current}
              aria-label={inWords(bar)}
              onPointerEnter={() => setChosen(index)}
            >
              <BarShapes bar={bar} x={index} scale={scale} />
            </g>
          ))}
          <line
            className={classes['zero']}
            x1={0}
            x2={periods.length}
            y1={heightAt(scale, 0)}
            y2={heightAt(scale, 0)}
          />
        </svg>
      </div>
      <div className={classes['ends']} aria-hidden>
        <small>{formatDay(from)}</small>
        <small>{formatDay(to)}</small>
      </div>
    </figure>
  );
}

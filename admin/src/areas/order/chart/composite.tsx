/** Chart of amounts over time whose values are read by pointer, touch and the arrow keys. Loaded by amount-chart.tsx. */
import '@mantine/charts/styles.layer.css';
import { CompositeChart, type CompositeChartProps } from '@mantine/charts';
import type { ReactNode } from 'react';
import classes from './amount-chart.module.css';

const short = new Intl.NumberFormat('id-ID', {
  style: 'currency',
  currency: 'IDR',
  notation: 'compact',
  maximumFractionDigits: 1,
});

export interface ChartProps<Row> extends Pick<
  CompositeChartProps,
  'series' | 'withLegend' | 'referenceLines' | 'xAxisProps'
> {
  label: string;
  rows: readonly Row[];
  /** Field of the horizontal axis. */
  across: keyof Row & string;
  /** Values of the row under the pointer or the keyboard. */
  children: (row: Row) => ReactNode;
}

interface ReadingProps {
  /** Points under the pointer or the keyboard; given by recharts. */
  payload?: readonly { payload?: unknown }[];
  children: (row: unknown) => ReactNode;
}

function Reading({ payload, children }: ReadingProps) {
  const row = payload?.[0]?.payload;
  if (row === undefined) return null;
  return (
    <div className={classes['reading']} role="status">
      {children(row)}
    </div>
  );
}

/** Attribute that recharts passes on, but its types do not know. */
const nameOf = (label: string): object => ({ 'aria-label': label });

export const Composite = <Row extends object>({
  label,
  rows,
  across,
  xAxisProps,
  children,
  ...props
}: ChartProps<Row>) => (
  <CompositeChart
    className={classes['chart']}
    h={260}
    data={[...rows] as Record<string, unknown>[]}
    dataKey={across}
    curveType="linear"
    withDots={false}
    xAxisProps={{ interval: 'equidistantPreserveStart', minTickGap: 16, ...xAxisProps }}
    yAxisProps={{ tickFormatter: (amount: number) => short.format(amount), width: 'auto' }}
    barProps={{ stackId: 'amounts' }}
    composedChartProps={{
      ...nameOf(label),
      stackOffset: 'sign',
      barCategoryGap: '20%',
      margin: { left: 16, right: 16 },
    }}
    legendProps={{ itemSorter: null }}
    tooltipProps={{ content: <Reading>{children as (row: unknown) => ReactNode}</Reading> }}
    {...props}
  />
);

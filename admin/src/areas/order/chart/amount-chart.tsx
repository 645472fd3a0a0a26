/** Chart of amounts over time, whose code is loaded with the first one. */
import { Skeleton } from '@mantine/core';
import { type ReactNode, Suspense, lazy } from 'react';
import type { ChartProps } from './composite.tsx';

const Composite = lazy(async () => ({ default: (await import('./composite.tsx')).Composite })) as <Row extends object>(
  props: ChartProps<Row>,
) => ReactNode;

export const AmountChart = <Row extends object>(props: ChartProps<Row>) => (
  <Suspense fallback={<Skeleton h={260} mb="md" />}>
    <Composite {...props} />
  </Suspense>
);

/** Inputs of the sales page, kept in the URL, and the sales they select. */
import { useNavigate, useRouter, useSearch } from '@tanstack/react-router';
import { useCallback } from 'react';
import {
  type SalesGroup,
  type SalesView,
  readSales,
  readSalesFees,
  salesGroups,
  salesViews,
} from '#contract/order/sales.ts';
import { mayCall } from '#contract/kernel/endpoint.ts';
import type { Period } from '#contract/order/sales-periods.ts';
import { role } from '#kit/api/session.ts';
import { useCall } from '#kit/api/use-call.ts';
import { days, today } from '#kit/form/use-date-text.ts';
import { useDebouncedText } from '#kit/list/use-debounced-text.ts';
import type { ChangeList } from '#kit/list/use-list-state.ts';
import { type Preset, periodOf, presetOf, problemOf, usualGroup } from './periods.ts';

const path = '/order/sales';
type Address = Partial<Record<'period' | 'from' | 'to' | 'by' | 'group' | 'sort' | 'page', string>>;

const isDay = (text: string | undefined): text is string => text !== undefined && days.partsOf(text) !== undefined;
const oneOf = <Word extends string>(words: readonly Word[], text: string | undefined) =>
  words.find((word) => word === text);

function useChange(): ChangeList {
  const navigate = useNavigate();
  const router = useRouter();
  return useCallback(
    (changes, replace = false) => {
      // Ignore input that was debounced beyond leaving the page.
      if (router.latestLocation.pathname.replace(/\/$/, '') !== path) return;
      const search = (now: object) =>
        Object.fromEntries(Object.entries({ ...now, page: '', ...changes }).filter(([, value]) => value));
      void navigate({ to: path, search, replace, resetScroll: false });
    },
    [navigate, router],
  );
}

/** Custom period of the URL; missing ends are those of the last 30 days. */
function customPeriod({ from, to }: Address): Period {
  const usual = periodOf('custom', today());
  return { from: isDay(from) ? from : usual.from, to: isDay(to) ? to : usual.to };
}

export function useSales() {
  const address: Address = useSearch({ strict: false });
  const change = useChange();
  const preset = presetOf(address.period);
  const period = preset === 'custom' ? customPeriod(address) : periodOf(preset, today());
  const problem = problemOf(period);
  const by: SalesView = oneOf(salesViews, address.by) ?? 'day';
  const group: SalesGroup = oneOf(salesGroups, address.group) ?? usualGroup(period);
  const from = useDebouncedText('from', period.from, change, { isWhole: isDay });
  const to = useDebouncedText('to', period.to, change, { isWhole: isDay });
  const query = { ...period, by, group };
  const { data, error, refetch, isPrevious } = useCall(
    readSales,
    { query },
    { keepPrevious: true, enabled: problem === undefined },
  );
  const mayReadFees = problem === undefined && mayCall(readSalesFees, role() ?? '');
  const fees = useCall(readSalesFees, { query }, { keepPrevious: true, enabled: mayReadFees });
  return {
    /** Fees of the same period and groups; absent for roles that do not see them. */
    fees: mayReadFees && !fees.isPrevious ? fees.data : undefined,
    preset,
    period,
    problem,
    by,
    group,
    from,
    to,
    change,
    sort: address.sort ?? '',
    page: Math.max(1, Math.trunc(Number(address.page)) || 1),
    choosePreset: (next: Preset) =>
      change(
        next === 'custom' ? { period: next, ...period } : { period: next === '30d' ? '' : next, from: '', to: '' },
      ),
    data: problem === undefined ? data : undefined,
    error: problem === undefined ? error : null,
    refetch,
    isPrevious,
  };
}

export type SalesState = ReturnType<typeof useSales>;

/** Lists behind the figures of the day; each shows as many records as its figure says. */
import type { FigureName } from '#contract/home/endpoints.ts';
import { jakartaDay } from '#contract/kernel/days.ts';

interface FigureLink {
  to: string;
  search: Record<string, string>;
}

export function figureLinks(name: FigureName): FigureLink {
  switch (name) {
    case 'paid-today':
      return { to: '/order', search: { paidDate: jakartaDay(new Date()) } };
    case 'unpaid':
      return { to: '/order', search: { status: 'unpaid' } };
    case 'to-review':
      return { to: '/submission', search: { status: 'not-reviewed', sort: 'earliest' } };
    case 'at-risk':
      return { to: '/learning', search: {} };
    case 'overdue':
    case 'mine':
    case 'chase':
      return { to: '/order/tracking', search: { queue: name } };
    default:
      return { to: '/home', search: { kind: name } };
  }
}

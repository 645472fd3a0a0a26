/** The pages of order tracking, each loaded when it is opened. */
import { page } from '#kit/page.ts';

export const pages = {
  '/order/tracking': page(() => import('./tracking-page.tsx'), 'TrackingPage'),
};

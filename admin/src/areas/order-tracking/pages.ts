/** The pages of order tracking, each loaded when it is opened. */
import { lazyRouteComponent as page } from '@tanstack/react-router';

export const pages = {
  '/order/tracking': page(() => import('./tracking-page.tsx'), 'TrackingPage'),
};

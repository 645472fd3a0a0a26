/** Page of paid and access, loaded on demand. */
import { page } from '#kit/page.ts';

export const pages = {
  '/order/access': page(() => import('./access-page.tsx'), 'AccessPage'),
};

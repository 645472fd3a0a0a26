/** Pages of order tracking, loaded on demand. */
import { page } from '#kit/page.ts';

export const pages = {
  '/order/tracking': page(() => import('./tracking-page.tsx'), 'TrackingPage'),
  '/order/tracking/recovery': page(() => import('./recovery/recovery-page.tsx'), 'RecoveryPage'),
  '/order/tracking/templates': page(() => import('./templates/template-list-page.tsx'), 'TemplateListPage'),
  '/order/tracking/templates/$id': page(() => import('./templates/template-page.tsx'), 'TemplatePage'),
};

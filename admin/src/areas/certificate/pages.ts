/** Pages of certificates, loaded on demand. */
import { page } from '#kit/page.ts';

export const pages = {
  '/certificate': page(() => import('./courses-page.tsx'), 'CertificateCoursesPage'),
  '/certificate/course/$id': page(() => import('./certificates-page.tsx'), 'CertificatesPage'),
  '/certificate/course/$id/members': page(() => import('./members-page.tsx'), 'MembersPage'),
};

/** Pages without sign-in, outside the app shell. */
export const publicPages = {
  '/certificate/$code': page(() => import('./check-page.tsx'), 'CheckPage'),
};

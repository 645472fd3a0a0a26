/** Navigation, pages and records of certificates. */
import { IconCertificate } from '@tabler/icons-react';
import { listCertificateCourses } from '#contract/certificate/endpoints.ts';
import type { Area } from '#kit/area.ts';
import { page } from '#kit/page.ts';

export const area: Area = {
  menu: [
    {
      group: 'Review',
      place: 2,
      label: 'Certificates',
      to: '/certificate',
      icon: IconCertificate,
      opens: listCertificateCourses,
    },
  ],
  pages: {
    '/certificate': page(() => import('./courses-page.tsx'), 'CertificateCoursesPage'),
    '/certificate/course/$id': page(() => import('./certificates-page.tsx'), 'CertificatesPage'),
    '/certificate/course/$id/members': page(() => import('./members-page.tsx'), 'MembersPage'),
  },
  publicPages: {
    '/certificate/$code': page(() => import('./check-page.tsx'), 'CheckPage'),
  },
  found: {
    certificate: { to: '/certificate/course', one: 'Certificate' },
  },
};

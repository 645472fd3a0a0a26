/** Navigation entry of certificates. */
import { IconCertificate } from '@tabler/icons-react';
import { listCertificateCourses } from '#contract/certificate/endpoints.ts';
import type { MenuEntry } from '#kit/menu-entry.ts';

export const menu: readonly MenuEntry[] = [
  {
    group: 'Learning',
    place: 5,
    label: 'Certificates',
    to: '/certificate',
    purpose: 'Certificates of completed courses',
    icon: IconCertificate,
    opens: listCertificateCourses,
  },
];

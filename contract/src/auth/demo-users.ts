/** Demo users of every tenant (domain.md, Running it); available in demo mode only, refused in production. */
import type { Role } from '../kernel/endpoint.ts';

/** Ending of the e-mail addresses of demo users. */
export const demoDomain = '@demo.test';
export const demoPassword = 'Belajar-Bersama-2026';

/** Users of the demo, one of each role. */
export const demoUsers: readonly { email: string; role: Role; name: string }[] = [
  { email: 'superadmin@demo.test', role: 'superadmin', name: 'Ratna Wulandari' },
  { email: 'admin@demo.test', role: 'admin', name: 'Bagus Prasetyo' },
  { email: 'instructor@demo.test', role: 'instructor', name: 'Intan Maharani' },
  { email: 'cs@demo.test', role: 'customer-service', name: 'Dewi Anggraini' },
  { email: 'member@demo.test', role: 'member', name: 'Rizky Ramadhan' },
];

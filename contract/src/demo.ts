/** The accounts that every tenant has in demo mode, and only there (domain.md, Running it). */
import type { Role } from './kernel.ts';

export const demoPassword = 'Belajar-Bersama-2026';

export const demoAccounts: readonly { email: string; role: Role }[] = [
  { email: 'superadmin@demo.test', role: 'superadmin' },
  { email: 'admin@demo.test', role: 'admin' },
  { email: 'instructor@demo.test', role: 'instructor' },
  { email: 'cs@demo.test', role: 'customer-service' },
  { email: 'member@demo.test', role: 'member' },
];

/** The brand this page was served for: the server writes it into `<html>` by host name (domain.md, Tenants). */
import { tenants, type Tenant } from '#contract/kernel.ts';

const { tenant: named, brand: branded, demo } = document.documentElement.dataset;

export const tenant: Tenant = tenants.find((known) => known === named) ?? 'coding';
export const brand = branded ?? '';
/** Demo users may be offered on the sign-in page. */
export const isDemo = demo === '1';

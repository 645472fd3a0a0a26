/** Tenant, brand and settings of the page; the server writes them into `<html>` by host name (domain.md). */
import { tenants, type Tenant } from '#contract/kernel/endpoint.ts';
import { type PageSizes, setPageSizes } from '#contract/kernel/page-size.ts';

const { tenant: named, brand: branded, demo, openid = '', sizes = '{}' } = document.documentElement.dataset;

/** Tenant of this page; coding if the page names none. */
export const tenant: Tenant = tenants.find((candidate) => candidate === named) ?? 'coding';
export const brand = branded ?? '';
/** Whether the sign-in page may offer demo users. */
export const isDemo = demo === '1';
/** Name of the provider that staff may sign in with; empty: none. */
export const signInProvider = openid;

setPageSizes(JSON.parse(sizes) as Partial<PageSizes>);

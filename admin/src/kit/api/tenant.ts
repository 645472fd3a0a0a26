/** What this page was served for: the server writes the brand into `<html>` by host name, and its settings (domain.md). */
import { tenants, type Tenant } from '#contract/kernel.ts';
import { type PageSizes, setPageSizes } from '#contract/page-size.ts';

const { tenant: named, brand: branded, demo, sizes = '{}' } = document.documentElement.dataset;

export const tenant: Tenant = tenants.find((known) => known === named) ?? 'coding';
export const brand = branded ?? '';
/** Demo users may be offered on the sign-in page. */
export const isDemo = demo === '1';

setPageSizes(JSON.parse(sizes) as Partial<PageSizes>);

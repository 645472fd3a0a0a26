/** Start page with data of the shell: pages and actions of the role, and recent records. */
import { mayCall } from '#contract/kernel/endpoint.ts';
import { getTrackingAccess } from '#contract/order-tracking/endpoints.ts';
import { role } from '#kit/api/session.ts';
import { HomePage, type Shortcut } from '../areas/home/home-page.tsx';
import { creationsOf, menuOf } from './menu.ts';
import { recents } from './recents.ts';

/** Without a count, because the client of the tracking database is loaded only on its own page. */
const unpaidTracked = { to: '/order/tracking', search: { status: 'unpaid' }, name: 'Order tracking: unpaid orders' };

function actionsOf(own: string): Shortcut[] {
  const creations = creationsOf(own).map(({ name, to, page }): Shortcut =>
    page ? { name, to: page } : { name, to, search: { new: '1' } },
  );
  return mayCall(getTrackingAccess, own) ? [...creations, unpaidTracked] : creations;
}

export function StartPage() {
  const own = role() ?? '';
  return <HomePage mayWork={menuOf(own).length > 0} actions={actionsOf(own)} recents={recents()} />;
}

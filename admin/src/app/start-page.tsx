/** The start page with what the shell knows: what the role may open and create, and what was opened last. */
import { mayCall } from '#contract/kernel.ts';
import { getTrackingAccess } from '#contract/order-tracking.ts';
import { role } from '#kit/api/session.ts';
import { HomePage, type Shortcut } from '../areas/home/home-page.tsx';
import { creationsOf, menuOf } from './menu.ts';
import { recents } from './recents.ts';

/** Tracked orders are read on their own page alone: their client is not loaded for a count. */
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

/** State of a webhook or a delivery as a badge. */
import {
  type DeliveryState,
  type WebhookState,
  deliveryStates,
  webhookStates,
} from '#contract/integration/webhooks.ts';
import { Badge, type BadgeColour } from '#kit/display/badge.tsx';

const colours: Record<WebhookState | DeliveryState, BadgeColour> = {
  active: 'green',
  failing: 'yellow',
  disabled: 'red',
  pending: 'yellow',
  delivered: 'green',
  failed: 'red',
};
const names = { ...webhookStates, ...deliveryStates };

export const StateBadge = ({ state }: { state: WebhookState | DeliveryState }) => (
  <Badge colour={colours[state]}>{names[state]}</Badge>
);

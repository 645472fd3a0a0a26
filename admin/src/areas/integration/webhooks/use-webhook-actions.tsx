/** Actions in the head of a webhook's page. */
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import {
  deleteWebhook,
  enableWebhook,
  rotateWebhookSecret,
  secretHours,
  testWebhook,
  type WebhookRow,
} from '#contract/integration/webhooks.ts';
import { useAction } from '#kit/api/use-action.ts';
import { confirm } from '#kit/feedback/confirm.tsx';
import type { HeadActions } from '#kit/record/head-actions.tsx';
import { ReplayDialog } from './replay-dialog.tsx';
import { WebhookSecret } from './webhook-secret.tsx';
import { WebhookForm } from './webhook-form.tsx';

const overlap = `The former secret signs too for ${secretHours} hours, so that you can exchange it without a gap.`;

/** Why a disabled webhook sends nothing. */
export const enableFirst = 'Enable the webhook first';

type Shown = 'form' | 'replay' | { secret: string };

function Shown({ shown, webhook, close }: { shown: Shown; webhook: WebhookRow; close: () => void }) {
  if (shown === 'form') return <WebhookForm webhook={webhook} close={close} />;
  if (shown === 'replay') return <ReplayDialog id={webhook.webhookId} close={close} />;
  return <WebhookSecret secret={shown.secret} note={overlap} close={close} />;
}

export function useWebhookActions(webhook: WebhookRow): HeadActions {
  const [shown, show] = useState<Shown>();
  const testing = useAction(testWebhook);
  const enabling = useAction(enableWebhook);
  const rotating = useAction(rotateWebhookSecret);
  const deleting = useAction(deleteWebhook, { movesOn: true });
  const navigate = useNavigate();
  const params = { id: webhook.webhookId };
  const isDisabled = webhook.state === 'disabled';
  const why = isDisabled && enableFirst;
  const rotate = async () => {
    const question = { title: 'Create a new secret?', text: overlap, action: 'Create a new secret' };
    if (!(await confirm(question))) return;
    const made = await rotating.run({ params });
    if (made.ok) show({ secret: made.reply.secret });
  };
  const remove = async () => {
    const isSure = await confirm({
      title: 'Delete this webhook?',
      text: `${webhook.url} receives nothing more, and its deliveries are deleted. This cannot be undone.`,
      action: 'Delete this webhook',
      isDestructive: true,
    });
    if (isSure && (await deleting.run({ params })).ok) await navigate({ to: '/integration/webhooks' });
  };
  return {
    primary: webhook.state !== 'active' && {
      label: isDisabled ? 'Enable' : 'Try now',
      run: () => enabling.run({ params }),
      isBusy: enabling.loading,
    },
    quick: [
      { label: 'Edit', run: () => show('form') },
      { label: 'Send test event', run: () => testing.run({ params }), isBusy: testing.loading, why },
    ],
    menu: [
      { label: 'Send events again…', run: () => show('replay'), why },
      { label: 'New secret…', run: rotate },
    ],
    destructive: [{ label: 'Delete…', run: remove }],
    dialog: shown && <Shown shown={shown} webhook={webhook} close={() => show(undefined)} />,
  };
}

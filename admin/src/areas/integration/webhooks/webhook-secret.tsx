/** Secret of a webhook, shown once after it was created. */
import { SecretDialog } from '../secret-dialog.tsx';

interface Props {
  secret: string;
  /** Further sentence, such as how long the former secret works. */
  note?: string;
  close: () => void;
}

export const WebhookSecret = ({ secret, note, close }: Props) => (
  <SecretDialog title="Signing secret" what="secret" label="Signing secret" secret={secret} close={close}>
    Your receiver verifies every request by it. {note}
  </SecretDialog>
);

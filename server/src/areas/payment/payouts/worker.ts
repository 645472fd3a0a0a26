/** Thread that reads files of payouts, so that large ones do not block the event loop. */
import { answerTasks } from '#platform/thread.ts';
import { readPayoutFile } from './file.ts';

answerTasks(readPayoutFile);

/** Thread that reads bank statements, so that large ones do not block the event loop. */
import { answerTasks } from '#platform/thread.ts';
import { readStatement } from './file.ts';

answerTasks(readStatement);

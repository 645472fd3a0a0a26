/** Thread that reads files to import, so that large ones do not block the event loop. */
import { answerTasks } from '#platform/thread.ts';
import { readImportFile } from './file.ts';

answerTasks(readImportFile);

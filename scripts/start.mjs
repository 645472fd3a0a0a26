/** `npm start`: starts what is installed and built, without any preparation. */
import { runServer } from './lib/server.mjs';
import { script } from './lib/steps.mjs';

await script(runServer);

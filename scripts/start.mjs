/** `npm start`: what is installed and built, as it is. */
import { runServer } from './lib/server.mjs';
import { script } from './lib/steps.mjs';

await script(runServer);

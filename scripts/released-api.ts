/** `npm run released-api`: keeps what callers of the API depend on, at a release (docs/decisions/0109). */
import { writeFileSync } from 'node:fs';
import { openApi } from '../server/src/platform/http/openapi.ts';
import { type Description, apiOf, releasedApi, written } from './lib/api-changes.ts';

writeFileSync(releasedApi, written(apiOf((await openApi()) as unknown as Description)));

/** Writes the description of the calls that API keys may make, from which the storefront's client is generated. */
import { mkdirSync, writeFileSync } from 'node:fs';
import { mayCall } from '../contract/src/kernel/endpoint.ts';
import { scopeNames } from '../contract/src/kernel/scopes.ts';
import { openApi } from '../server/src/platform/http/openapi.ts';

const description = await openApi((entry) => entry.roles !== 'public' && mayCall(entry, 'key', scopeNames));
mkdirSync('.cache', { recursive: true });
writeFileSync('.cache/keys-api.json', JSON.stringify(description));

/** Runs the tracking client's suite against the embedded documents. */
import { describe } from 'vitest';
import { trackingClientSuite } from './tracking-client.suite.ts';
import { embeddedWorld } from './embedded-world.ts';

describe('the tracking client against the embedded documents', () => trackingClientSuite(embeddedWorld));

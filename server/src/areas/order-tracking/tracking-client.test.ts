import { describe } from 'vitest';
import { trackingClientSuite } from '../../../../admin/src/areas/order-tracking/testing/tracking-client.suite.ts';
import { embeddedWorld } from './testing/embedded-world.ts';

describe('the tracking client against the embedded documents', () => trackingClientSuite(embeddedWorld));

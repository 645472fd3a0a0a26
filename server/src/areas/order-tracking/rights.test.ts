import { describe } from 'vitest';
import { embeddedWorld } from './testing/embedded-world.ts';
import { rightsSuite } from './testing/rights.suite.ts';

describe('rights on the embedded documents', () => rightsSuite(embeddedWorld, 401));

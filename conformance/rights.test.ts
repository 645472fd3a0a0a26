/** Runs the suite of rights against this product's own documents. */
import { describe } from 'vitest';
import { embeddedWorld } from './embedded-world.ts';
import { rightsSuite } from './rights.suite.ts';

describe('rights on the embedded documents', () => rightsSuite(embeddedWorld, 401));

/** Runs the permission suite against the embedded documents. */
import { describe } from 'vitest';
import { embeddedWorld } from './embedded-world.ts';
import { rightsSuite } from './rights.suite.ts';

describe('permissions on the embedded documents', () => rightsSuite(embeddedWorld, 401));

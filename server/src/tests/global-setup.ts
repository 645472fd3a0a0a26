/** Prepares a test run: one PostgreSQL whose template has every job's queue, and the programs to start. */
import { join } from 'node:path';
import type { TestProject } from 'vitest/node';
import { startRun } from '#platform/testing/run.ts';
import { jobs } from '../jobs.ts';

const program = (file: string) => join(import.meta.dirname, '..', file);

export default (project: TestProject) =>
  startRun(project, { jobs, programs: { server: program('main.ts'), worker: program('worker.ts') } });

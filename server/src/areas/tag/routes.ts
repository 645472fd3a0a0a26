/** HTTP endpoints of tags, and of the people who carry them. */
import type { FastifyInstance } from 'fastify';
import { assignments } from '#contract/assignment/table.ts';
import { tags } from '#contract/tag/endpoints.ts';
import { serveRecord } from '#platform/http/serve-record.ts';
import { serveAssignment } from '#shared/assignment/assign.ts';
import { tagRecord } from './service.ts';

export function tagRoutes(app: FastifyInstance): void {
  serveRecord(app, tags, tagRecord);
  serveAssignment(app, assignments.tagUsers, {}, 'tag-users');
}

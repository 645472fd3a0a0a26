/** Certificates of courses: issuing, revoking, and what anybody may look up (spec §2, §7; domain.md, Certificate). */
import { z } from 'zod';
import { certificateAlphabet, certificateLength, certificateRules } from './certificate-rules.ts';
import { choice } from './draft.ts';
import { byIdOf, idOf, listQuery, listReply, optionalFlag, orBlank, textOf } from './fields.ts';
import { grades } from './grade.ts';
import { endpoint } from './kernel.ts';
import { listSize } from './page-size.ts';
import { bothWays, sorted } from './sorts.ts';

/** Pending: its paper is being made. */
export const certificateStatusNames = { pending: 'Pending', issued: 'Issued', revoked: 'Revoked' } as const;
export type CertificateStatus = keyof typeof certificateStatusNames;
const status = choice(certificateStatusNames);

const reading = { area: 'certificate', method: 'GET', roles: ['admin', 'instructor'] } as const;
const changing = { area: 'certificate', roles: ['admin'] } as const;
const ofCourse = byIdOf('course');
const ofCertificate = byIdOf('certificate');
const grade = z.enum(grades).nullable();

export const certificateRow = z.object({
  id: idOf('certificate'),
  /** The public code. */
  certificateId: z.string(),
  courseId: idOf('course'),
  /** As the paper has it. */
  courseName: z.string(),
  user: z.object({ id: idOf('user'), name: z.string() }),
  /** As the paper has it; `user.name` is what they are called now. */
  name: z.string(),
  /** Null, and no grade, where the course has nothing that is scored. */
  score: z.int().nullable(),
  grade,
  totalHours: z.int(),
  completedAt: z.string(),
  issuedAt: z.string(),
  revokedAt: z.string().nullable(),
  /** The PDF; null while it is made, and once the certificate is revoked. */
  fileUrl: z.string().nullable(),
  status,
});

/** Searched by name and code. */
export const listCertificates = endpoint({
  ...reading,
  url: '/admin/certificate/course/:id',
  params: ofCourse,
  query: listQuery({ status: orBlank(status), sort: sorted(bothWays('-issuedAt', 'name')) }, listSize(2)),
  reply: listReply('certificates', certificateRow),
});

/** Courses that have certificates, by name, each with how many. */
export const listCertificateCourses = endpoint({
  ...reading,
  url: '/admin/certificate/',
  // Members by an order or an assignment, of whom no answer here has ids.
  embeds: ['user', 'order'],
  query: listQuery({}, listSize(2)),
  reply: listReply(
    'courses',
    z.object({
      id: idOf('course'),
      name: z.string(),
      thumbnail: z.string().nullable(),
      type: z.int(),
      totalMembers: z.int(),
      issued: z.int(),
      pending: z.int(),
      revoked: z.int(),
    }),
  ),
});

const member = z.object({
  userId: idOf('user'),
  name: z.string(),
  score: z.int().nullable(),
  /** The rules that they do not meet, in words; empty: they get a certificate with the next issue. */
  failed: z.array(z.object({ rule: z.enum(certificateRules), reason: z.string() })),
});

/** Members without a certificate by name, those who have the course by a learning path too. `ready`: meet every rule. */
export const listCertificateMembers = endpoint({
  ...reading,
  embeds: ['order', 'learning-path', 'submission'],
  url: '/admin/certificate/course/:id/members/',
  params: ofCourse,
  query: listQuery({ isReady: optionalFlag }, listSize(2)),
  reply: listReply('members', member).extend({
    course: z.object({ id: idOf('course'), name: z.string(), hasCertificate: z.boolean() }),
    ready: z.int(),
    notReady: z.int(),
  }),
});

/** Certificates that one call issues. */
export const mostIssued = 5000;

/** Issues for all who meet the rules and have none; 409 where there is nobody. The papers follow. */
export const issueCertificates = endpoint({
  ...changing,
  method: 'POST',
  url: '/admin/certificate/course/:id',
  success: 201,
  creates: true,
  params: ofCourse,
  reply: z.object({ changed: z.int() }),
  messages: { ok: 'Certificates issued: {changed}', fail: 'Failed to issue certificates' },
});

const one = z.object({ id: idOf('certificate'), certificateId: z.string(), status });

/** 409 when it is revoked already. */
export const revokeCertificate = endpoint({
  ...changing,
  method: 'PUT',
  url: '/admin/certificate/:id/revoke/',
  params: ofCertificate,
  reply: one,
  messages: { ok: 'Certificate revoked', fail: 'Failed to revoke the certificate', tone: 'warning' },
});

/** Makes the paper again under the same code, with the present names of member and course; a revoked one is valid again. */
export const reissueCertificate = endpoint({
  ...changing,
  method: 'PUT',
  url: '/admin/certificate/:id/reissue/',
  params: ofCertificate,
  reply: one,
  messages: { ok: 'Certificate reissued', fail: 'Failed to reissue the certificate' },
});

/** What a person reads from paper, in whatever case. */
const code = textOf(
  'text',
  z
    .string()
    .max(certificateLength, 'Not the code of a certificate')
    .trim()
    .toUpperCase()
    .regex(new RegExp(`^[${certificateAlphabet}]{${certificateLength}}$`), 'Not the code of a certificate'),
);

/** What the paper says, for who holds it; 404 for an unknown code. */
export const checkCertificate = endpoint({
  area: 'certificate',
  method: 'GET',
  url: '/certificate/:code/',
  roles: 'public',
  params: z.object({ code }),
  reply: certificateRow
    .pick({ certificateId: true, name: true, courseName: true, grade: true, totalHours: true, issuedAt: true })
    .extend({ revokedAt: z.string().nullable() }),
});

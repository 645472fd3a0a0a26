/** `npm run trail:verify`: checks that no entry of the audit trail was altered, removed or inserted since it was sealed. */
import { readFileSync } from 'node:fs';
import { parseArgs } from 'node:util';
import { sql } from 'kysely';
import { tenants, type Tenant } from '#contract/kernel/endpoint.ts';
import { count } from '#platform/backup/progress.ts';
import { type Config, readConfig } from '#platform/config.ts';
import { asOwner, setTenant } from '#platform/database/as-owner.ts';
import { openStorage } from '#platform/storage/open.ts';
import { readLines, trailKey } from '#platform/trail/head.ts';
import { outsideHeads } from '#platform/trail/outside.ts';
import { type Verdict, verifyTrail } from '#platform/trail/verify.ts';
import { withOwnerUrl } from './with-owner-url.ts';

const usage = `Usage: npm run trail:verify -- [--tenant TENANT] [--against FILE] [--key PUBLIC-KEY]… [--restored]
--against: text with heads, such as the mails to TRAIL_MAIL. --key: public key of seals made before TRAIL_KEY was replaced.
--restored: the database was restored from a backup, so that the file store may have newer heads.`;

const shownFaults = 20;

function readOptions(args: string[]) {
  const { values } = parseArgs({
    args,
    options: {
      tenant: { type: 'string' },
      against: { type: 'string' },
      key: { type: 'string', multiple: true, default: [] },
      restored: { type: 'boolean', default: false },
    },
  });
  const { tenant } = values;
  if (tenant !== undefined && !tenants.includes(tenant as Tenant))
    throw new Error(`--tenant must be one of ${tenants.join(', ')}.\n${usage}`);
  const kept = values.against === undefined ? [] : readLines(readFileSync(values.against, 'utf8'));
  if (values.against !== undefined && kept.length === 0) throw new Error(`${values.against} has no head of a seal.`);
  return { ...values, kept, of: tenants.filter((one) => tenant === undefined || one === tenant) };
}

type Options = ReturnType<typeof readOptions>;

async function verify(config: Config, ownerUrl: string, tenant: Tenant, options: Options): Promise<Verdict> {
  const storage = await openStorage(config);
  const keys = [trailKey(config).publicKey, ...options.key.map((key) => Buffer.from(key, 'base64url'))];
  const checks = {
    tenant,
    keys,
    kept: options.kept,
    isRestored: options.restored,
    outside: outsideHeads(storage, tenant),
  };
  return asOwner(ownerUrl, (db) =>
    db
      .transaction()
      .setIsolationLevel('repeatable read')
      .execute(async (tx) => {
        await sql`set local transaction read only`.execute(tx);
        await setTenant(tx, tenant);
        return verifyTrail(tx, checks);
      }),
  );
}

const entriesOf = (n: number) => count(n, 'entry', 'entries');

function report(tenant: Tenant, { faults, ...verdict }: Verdict, seconds: number): void {
  const { entries, seals, erased, retired, unsealed, late } = verdict;
  const notes = [
    erased > 0 && `${entriesOf(erased)} changed by erasures of persons`,
    retired > 0 && `entries of the first ${count(retired, 'seal')} removed by retention`,
    late > 0 && `${late} sealed late`,
    unsealed > 0 && `${unsealed} not sealed yet`,
  ].filter(Boolean);
  const state = faults.length === 0 ? 'is as it was sealed' : 'IS NOT as it was sealed';
  console.log(
    `${tenant}: the trail ${state}: ${entriesOf(entries)} in ${count(seals, 'seal')}, ${seconds.toFixed(1)} s.`,
  );
  for (const note of notes) console.log(`  ${note}`);
  for (const fault of faults.slice(0, shownFaults)) console.log(`  FAULT: ${fault}`);
  if (faults.length > shownFaults) console.log(`  … and ${faults.length - shownFaults} more`);
}

try {
  const options = readOptions(process.argv.slice(2));
  const config = readConfig(process.env);
  await withOwnerUrl(config, async (ownerUrl) => {
    for (const tenant of options.of) {
      const start = performance.now();
      const verdict = await verify(config, ownerUrl, tenant, options);
      report(tenant, verdict, (performance.now() - start) / 1000);
      if (verdict.faults.length > 0) process.exitCode = 1;
    }
  });
} catch (error) {
  const { code, message } = error as NodeJS.ErrnoException;
  console.error(code?.startsWith('ERR_PARSE_ARGS') ? `${message}\n${usage}` : message);
  process.exitCode = 1;
}

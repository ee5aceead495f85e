/**
 * The two sides of the ledger benchmark: their setup and their two statements. `hold` takes a user, an id and an amount, `take` the user and the id.
 */
import { execFile } from 'node:child_process'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { ROOT } from '../../../apps/launcher/settings.mjs'
import { bareEnv } from './processes.mjs'

const rubiesEach = 1_000_000_000

/**
 * The minimum: three tables with their keys, one statement to hold and one to charge. No idempotency, no debts, no constraints, no
 * append-only history.
 */
export const floor = {
  name: 'the bare floor',
  hold: `with account as (
    update floor_accounts set held = held + $3 where user_id = $1 and balance - held >= $3 returning user_id
  ) insert into floor_holds (id, user_id, amount, state, expires_at) select $2, user_id, $3, 'held', $4 from account`,
  take: `with hold as (
    update floor_holds set state = 'taken', settled_at = now() where user_id = $1 and id = $2 and state = 'held' returning user_id, amount
  ), account as (
    update floor_accounts a set balance = a.balance - hold.amount, held = a.held - hold.amount, seq = a.seq + 1
    from hold where a.user_id = hold.user_id returning a.user_id, a.seq, a.balance, hold.amount
  ) insert into floor_transactions (user_id, seq, id, amount, balance_after, type, description, hold_id)
    select user_id, seq, uuidv7(), -amount, balance, $3, $4, $2 from account`,

  async prepare(client, userIds) {
    await client.query(`
      create table floor_accounts (user_id uuid primary key, balance bigint, held bigint default 0, seq bigint default 0)
        with (fillfactor = 50);
      create table floor_holds (id uuid primary key, user_id uuid, amount bigint, state text, expires_at timestamptz,
        created_at timestamptz default now(), settled_at timestamptz) with (fillfactor = 85);
      create table floor_transactions (user_id uuid, seq bigint, id uuid, amount bigint, balance_after bigint, type text,
        description text, created_at timestamptz default now(), hold_id uuid, primary key (user_id, seq))`)
    await client.query(
      `insert into floor_accounts (user_id, balance) select id, ${rubiesEach} from unnest($1::uuid[]) as id`,
      [userIds]
    )
  },

  /** Counts charged holds and verifies the sums. */
  audit: `select (select count(*)::int from floor_transactions) as taken,
    not exists (select from floor_accounts a where held <> 0 or balance <> ${rubiesEach} + coalesce(
      (select sum(amount) from floor_transactions t where t.user_id = a.user_id), 0)) as is_right`,
}

/** The product's ledger: its migrations, functions and constraints. */
export const ledger = {
  name: 'the ledger',
  hold: 'select ledger_hold($1, $2, $3, $4)',
  take: 'select ledger_take($1, $2, $3, $4)',

  async prepare(client, userIds, { databaseUrl, dataDir }) {
    // Any command runs the migrations first.
    await promisify(execFile)(process.execPath, [join(ROOT, 'build/cli/main.js'), 'verify-ledger'], {
      cwd: ROOT,
      env: { ...bareEnv(), DATABASE_URL: databaseUrl, DATA_DIR: dataDir },
    })
    await client.query(
      `select ledger_open_account(id), ledger_post(id, ${rubiesEach}, 'purchase', 'For the bench', 'bench') from unnest($1::uuid[]) as id`,
      [userIds]
    )
  },

  audit: `select (select count(*)::int from ruby_transactions where hold_id is not null) as taken,
    not exists (select from ruby_accounts a where held <> 0 or debt <> 0 or balance <>
      (select coalesce(sum(amount), 0) from ruby_transactions t where t.user_id = a.user_id)) as is_right`,
}

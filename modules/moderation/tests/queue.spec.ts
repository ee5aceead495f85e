import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { Accounts } from '#modules/accounts/index'
import { actorOf } from '#modules/admin/tests/support'
import { ModeratedPictures } from '#modules/imagegen/index'
import { newId } from '#modules/kernel/ids'
import { Mail } from '#modules/mail/index'
import { Notifications } from '#modules/notices/index'
import { systemTimers } from '#plugins/contract/timers'
import { appOwner } from '#tests/support/app'
import { limits, type ListedCase } from '../api.ts'
import { DecideCase } from '../src/actions/decide_case.ts'
import { UndoDecision } from '../src/actions/undo_decision.ts'
import { DecisionLog } from '../src/decision_log.ts'
import { Effects } from '../src/effects.ts'
import { AnswerNotices } from '../src/notices/answer_notices.ts'
import { Contacts } from '../src/notices/contacts.ts'
import { CaseQuery } from '../src/queries/case_query.ts'
import { casesSql, CasesQuery, decodeCasePosition, type CasesRequest } from '../src/queries/cases_query.ts'
import { DecidedQuery } from '../src/queries/decided_query.ts'
import { Things } from '../src/things.ts'
import { expectStatus, setUp } from './support.ts'

const first: CasesRequest = { state: 'open', kind: null, reason: null, limit: limits.casesMax, after: null }

test.group('The queue of 100,000 cases', (group) => {
  group.setup(async () => {
    const owner = await appOwner()
    await owner.rawQuery(`
      INSERT INTO report_cases (thing_kind, thing_id, title, author_id, reason, reports, state, queued_at)
      SELECT CASE WHEN n % 50 = 0 THEN 'picture' ELSE 'character' END, uuidv7()::text, 'Queue ' || n, uuidv7(),
        CASE WHEN n % 50 = 1 THEN 'minors' ELSE 'spam' END, 1,
        CASE WHEN n % 2 = 0 THEN 'open' ELSE 'closed' END, now() + make_interval(secs => n)
      FROM generate_series(1, 100000) n`)
    await owner.rawQuery(`
      INSERT INTO reports (case_id, reporter_id, reason, words)
      SELECT id, uuidv7(), reason, '' FROM report_cases WHERE title LIKE 'Queue %'`)
    await owner.rawQuery(`
      WITH decided AS (
        INSERT INTO report_decisions (case_id, moderator_id, subject_id, kind, reason, words)
        SELECT id, uuidv7(), author_id, 'warn', reason, '' FROM report_cases WHERE title LIKE 'Queue %' AND state = 'closed'
        RETURNING id
      )
      INSERT INTO report_appeals (decision_id, words, outcome) SELECT id, '', 'upheld' FROM decided`)
    await owner.rawQuery(`
      INSERT INTO public_notices (number, kind, location, words, report_id)
      SELECT 'Queue ' || id, 'illegal', '', '', id FROM reports WHERE reason = 'minors'
        AND case_id IN (SELECT id FROM report_cases WHERE title LIKE 'Queue %')`)
    await owner.rawQuery('ANALYZE report_cases, reports, report_decisions, report_appeals, public_notices')
    return () => owner.rawQuery(`DELETE FROM report_cases WHERE title LIKE 'Queue %'`)
  })

  for (const [name, filter] of [
    ['without a filter', {}],
    ['of closed cases', { state: 'closed' }],
    ['of a rare kind', { kind: 'picture' }],
    ['of a rare reason', { state: 'closed', reason: 'minors' }],
    ['after a position', { after: { queuedAt: new Date().toISOString(), id: newId() } }],
  ] as const)
    test(`is read by an index in its order ${name}`, async ({ assert }) => {
      const { sql, values } = casesSql({ ...first, ...filter })
      const db = await app.container.make(Database)
      const client = db.connection().getWriteClient().client
      const connection = await client.acquireConnection()
      try {
        const { rows } = await connection.query(`EXPLAIN (FORMAT TEXT) ${sql}`, values)
        const plan = rows.map((row: Record<string, string>) => row['QUERY PLAN']).join('\n')
        assert.match(plan, /Index Scan (Backward )?using report_cases_(queue|by_kind|by_reason)/)
        assert.notMatch(plan, /Sort|Seq Scan on report_cases/)
      } finally {
        await client.releaseConnection(connection)
      }
    })

  test('pages through open cases by their due time, and closed ones newest first', async ({ assert }) => {
    const cases = await app.container.make(CasesQuery)
    for (const state of ['open', 'closed'] as const) {
      const seen: ListedCase[] = []
      let after: CasesRequest['after'] = null
      for (let page = 0; page < 3; page++) {
        const { items, next } = await cases.run({ ...first, state, kind: 'picture', limit: 30, after })
        if (state === 'closed') assert.isEmpty(items)
        seen.push(...items)
        after = next === null ? null : decodeCasePosition(next)
        if (next === null) break
      }
      const dues = seen.map(({ dueAt }) => dueAt!)
      assert.deepEqual(dues, dues.toSorted())
      assert.lengthOf(new Set(seen.map(({ id }) => id)), seen.length)
    }
  })

  test('has cases that are read, decided and undone by indexes alone', async ({ assert }) => {
    const { container } = app
    const [db, accounts] = [await container.make(Database), await container.make(Accounts)]
    const opened = await accounts.open({ email: `${newId()}@example.test`, password: 'correct horse' })
    if (!opened.ok) throw new Error('not opened')
    const actor = { ...actorOf(opened.value.userId), role: 'moderator' as const }
    await db.transaction(async (trx) => {
      const { rows } = await trx.rawQuery(`SELECT id FROM report_cases WHERE title = 'Queue 102'`)
      const scans = async (): Promise<Record<string, number>> => {
        const found = await trx.rawQuery(
          `SELECT relname AS name, seq_scan::int AS scans FROM pg_stat_xact_user_tables
           WHERE relname IN ('report_cases', 'reports', 'report_decisions', 'report_appeals', 'public_notices')`
        )
        return Object.fromEntries(found.rows.map(({ name, scans }: { name: string; scans: number }) => [name, scans]))
      }
      const before = await scans()
      const inside = {
        transaction: (run: (trx: unknown) => unknown) => run(trx),
        rawQuery: trx.rawQuery.bind(trx),
      } as never
      const [effects, log] = [await container.make(Effects), await container.make(DecisionLog)]
      const [mail, things] = [await container.make(Mail), await container.make(Things)]
      const [notices, pictures] = [await container.make(AnswerNotices), await container.make(ModeratedPictures)]
      const notifications = await container.make(Notifications)
      const details = new CaseQuery(inside, accounts, await container.make(Contacts), pictures)
      const decide = new DecideCase(
        inside,
        accounts,
        effects,
        log,
        mail,
        notices,
        pictures,
        things,
        systemTimers,
        notifications
      )
      const undo = new UndoDecision(inside, accounts, new DecidedQuery(inside), effects, log, mail, notifications)
      const caseId = rows[0].id
      const dismissal = {
        actor,
        caseId,
        kind: 'dismiss',
        reason: null,
        words: 'Fine.',
        days: null,
        seen: 0,
        alike: [],
      } as const
      assert.isTrue((await decide.run(dismissal)).ok)
      const { decisions } = (await details.run(caseId))!
      assert.isTrue((await undo.run({ actor, decisionId: decisions[0]!.id, words: 'Not fine.' })).ok)
      assert.deepEqual(await scans(), before)
      await trx.rollback()
    })
  })

  test('shows one case with a bounded number of its reports', async ({ assert }) => {
    const owner = await appOwner()
    const { rows } = await owner.rawQuery(`SELECT id FROM report_cases WHERE title = 'Queue 2'`)
    const { id } = rows[0]
    await owner.rawQuery(
      `INSERT INTO reports (case_id, reporter_id, reason, words) SELECT ?, uuidv7(), 'spam', '' FROM generate_series(1, 1000)`,
      [id]
    )
    const found = await (await app.container.make(CaseQuery)).run(id)
    assert.lengthOf(found!.reportList, limits.shownMax)
  })
})

test.group('The queue', () => {
  test('has filters, and refuses others', async ({ assert }) => {
    const { moderator, characterId, newCase } = await setUp()
    const of = await newCase({ kind: 'character', id: characterId }, undefined, 'self_harm')
    const idsFor = async (query: string): Promise<string[]> =>
      expectStatus(await moderator.get(`/api/admin/cases?limit=100&${query}`), 200).map(({ id }: ListedCase) => id)
    assert.include(await idsFor('kind=character&reason=self_harm'), of.id)
    assert.notInclude(await idsFor('kind=comment'), of.id)
    assert.notInclude(await idsFor('reason=copyright'), of.id)
    assert.notInclude(await idsFor('state=closed'), of.id)
    for (const query of ['state=lost', 'kind=lorebook', 'reason=boring', 'limit=101', 'cursor=abc'])
      assert.equal((await moderator.get(`/api/admin/cases?${query}`)).status, 422, query)
    assert.equal((await moderator.get(`/api/admin/cases/${newId()}`)).status, 404)
  })
})

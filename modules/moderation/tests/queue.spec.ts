import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { appOwner } from '#tests/support/app'
import { limits, type ListedCase } from '../api.ts'
import { CaseQuery } from '../src/queries/case_query.ts'
import { casesSql, CasesQuery, decodeCasePosition, type CasesRequest } from '../src/queries/cases_query.ts'
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
    await owner.rawQuery('ANALYZE report_cases, reports')
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

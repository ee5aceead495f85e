import { test } from '@japa/runner'
import type { Page } from '#modules/kernel/pages'
import { preparedPlans } from '#tests/support/plans'
import type { CharacterSummary } from '../api.ts'
import { decodePosition, encodePosition, sorts, type Sort } from '../src/domain/sorts.ts'
import { listValidator } from '../src/http/validators.ts'
import { aViewer, database, list, newWord, putCharacters } from './support.ts'

/** Reads all pages. `between` runs after each. */
const allPages = async (
  category: string,
  sort: Sort,
  limit: number,
  viewer = null as ReturnType<typeof aViewer> | null,
  between = async () => {}
) => {
  const names: string[] = []
  let cursor: string | null = null
  do {
    const after = cursor === null ? null : decodePosition(sort, cursor)
    const page: Page<CharacterSummary> = await list({ category, sort, limit, after }, viewer)
    names.push(...page.items.map(({ name }) => name))
    cursor = page.next
    await between()
  } while (cursor !== null)
  return names
}

test.group('Paging', () => {
  for (const sort of sorts)
    test(`${sort}: lists each character once and in order, with equal keys, private ones and concurrent inserts`, async ({
      assert,
    }) => {
      const tag = newWord()
      const me = aViewer()
      await putCharacters(
        Array.from({ length: 47 }, (_, n) => ({
          name: `N${String(n % 5)}`,
          description: `${n}`,
          tags: [tag],
          popularity: n % 4,
          created_at: `2026-01-0${1 + (n % 3)}T00:00:00.00${n % 2}Z`,
          trend: n % 4,
          is_public: n % 6 !== 0,
          created_by: me.id,
        }))
      )
      const all = (await list({ category: tag, sort }, me)).items.map(({ id }) => id)
      assert.lengthOf(new Set(all), 47)
      const ids: string[] = []
      let after = null
      for (let pages = 0; pages < 30; pages++) {
        const page: Page<CharacterSummary> = await list({ category: tag, sort, limit: 3, after }, me)
        ids.push(...page.items.map(({ id }) => id))
        // Inserts a character that every sort lists first.
        await putCharacters([
          { name: 'A first', tags: [tag], popularity: 99, trend: 99, created_at: '2027-01-01T00:00:00Z' },
        ])
        if (page.next === null) break
        after = decodePosition(sort, page.next)
        assert.isNotNull(after)
      }
      assert.deepEqual(
        ids.filter((id) => all.includes(id)),
        all
      )
      assert.lengthOf(new Set(ids), ids.length)
    })

  test('sorts by popularity, newest first, by name ignoring case, or by trend', async ({ assert }) => {
    const tag = newWord()
    await putCharacters([
      { name: 'bella', tags: [tag], popularity: 1, trend: 7, created_at: '2026-03-01T00:00:00Z' },
      { name: 'Anton', tags: [tag], popularity: 5, trend: 3, created_at: '2026-01-01T00:00:00Z' },
      { name: 'Carl', tags: [tag], popularity: 3, trend: 9, created_at: '2026-02-01T00:00:00Z' },
    ])
    assert.deepEqual(await allPages(tag, 'popular', 1), ['Anton', 'Carl', 'bella'])
    assert.deepEqual(await allPages(tag, 'new', 2), ['bella', 'Carl', 'Anton'])
    assert.deepEqual(await allPages(tag, 'name', 3), ['Anton', 'bella', 'Carl'])
    assert.deepEqual(await allPages(tag, 'trending', 2), ['Carl', 'bella', 'Anton'])
  })

  test('the last page has no next one, even when it is full', async ({ assert }) => {
    const tag = newWord()
    await putCharacters([{ tags: [tag] }, { tags: [tag] }])
    assert.isNull((await list({ category: tag, limit: 2 })).next)
    assert.isString((await list({ category: tag, limit: 1 })).next)
  })

  test('a cursor is valid for one sort only, and forged ones are refused', async ({ assert }) => {
    const id = '01900000-0000-7000-8000-000000000000'
    const good = encodePosition('popular', { rank: null, key: '12', id })
    assert.deepEqual(decodePosition('popular', good), { rank: null, key: '12', id })
    assert.isNull(decodePosition('name', good))
    assert.isNull(decodePosition('popular', good, true))
    const ranked = encodePosition('popular', { rank: 2, key: '12', id })
    assert.deepEqual(decodePosition('popular', ranked, true), { rank: 2, key: '12', id })
    assert.isNull(decodePosition('popular', ranked))
    for (const rank of [5, -1, 1.5, '1']) {
      const forged = Buffer.from(JSON.stringify(['popular', rank, '12', id])).toString('base64url')
      assert.isNull(decodePosition('popular', forged, true), String(rank))
    }
    for (const made of [
      ['popular', null, '12.5', id],
      ['popular', null, '99999999999999999999', id],
      ['popular', null, 12, id],
      ['popular', null, '12', 'x'],
      ['new', null, 'yesterday', id],
      ['new', null, '2026-01-01', id],
      ['new', null, '0000-01-01T00:00:00.000Z', id],
      ['new', null, '+275760-09-13T00:00:00.000Z', id],
      ['new', null, '-000044-03-15T00:00:00.000Z', id],
      ['name', null, 'a\0b', id],
      ['name', null, '\ud800', id],
      ['name', null, null, id],
    ])
      assert.isNull(
        decodePosition(made[0] as Sort, Buffer.from(JSON.stringify(made)).toString('base64url')),
        JSON.stringify(made)
      )
    assert.isNull(decodePosition('popular', 'not a cursor'))
  })

  test('a connection prepares few statements for all limits', async ({ assert }) => {
    await putCharacters(Array.from({ length: 31 }, () => ({})))
    for (let limit = 1; limit <= 30; limit++) {
      const page = await list({ limit })
      assert.lengthOf(page.items, limit)
      assert.equal(decodePosition('popular', page.next!)?.id, page.items.at(-1)!.id)
    }
    const plans = await preparedPlans((await database()).connection())
    const statements = plans.filter(({ name }) => name === 'browse')
    assert.isTrue(statements.length > 0 && statements.length < 6, `${statements.length} statements`)
  })

  test('validates each query parameter', async ({ assert }) => {
    const refused = async (query: Record<string, unknown>) => {
      const [invalid] = await listValidator.tryValidate(query)
      return (invalid?.messages ?? []).map(({ field }: { field: string }) => field)
    }
    assert.deepEqual(await refused({}), [])
    assert.deepEqual(await refused({ q: '', category: '', sort: '', limit: '', cursor: '' }), [])
    assert.deepEqual(await refused({ limit: '500' }), [])
    for (const limit of ['0', '501', '-1', '1.5', 'ten', '1e2', '99999999999', ['1', '2']])
      assert.deepEqual(await refused({ limit }), ['limit'], String(limit))
    assert.deepEqual(await refused({ sort: 'random' }), ['sort'])
    assert.deepEqual(await refused({ cursor: 'x' }), ['cursor'])
    assert.deepEqual(await refused({ q: { a: 'b' } }), ['q'])
    assert.deepEqual(await refused({ q: 'x'.repeat(1_001) }), ['q'])
    assert.deepEqual(await refused({ sort: 'random', limit: '0' }), ['sort', 'limit'])
    assert.deepEqual(await refused({ tags: 'a, B,a,,b', exclude: '', mine: 'true', liked: 'false' }), [])
    assert.deepEqual(await refused({ tags: Array.from({ length: 11 }, (_, n) => `t${n}`).join(',') }), ['tags'])
    assert.deepEqual(await refused({ exclude: Array.from({ length: 11 }, (_, n) => `t${n}`).join(',') }), ['exclude'])
    assert.deepEqual(await refused({ mine: 'yes', liked: '1' }), ['mine', 'liked'])
  })
})

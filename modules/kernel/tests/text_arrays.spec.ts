import { test } from '@japa/runner'
import fc from 'fast-check'
import pg from 'pg'
import { seedOfRun } from '#tests/support/dice'
import { parseTextArray } from '../sql.ts'

test.group('Arrays of texts', () => {
  for (const [literal, items] of [
    ['{}', []],
    ['{a}', ['a']],
    ['{a,NULL,"NULL",""}', ['a', null, 'NULL', '']],
    [String.raw`{"a \"b\" \\","c,d","{e}"}`, [String.raw`a "b" ` + '\\', 'c,d', '{e}']],
    ['{"a\nb"}', ['a\nb']],
  ] as const)
    test(`reads ${JSON.stringify(literal)}`, ({ assert }) => {
      assert.deepEqual(parseTextArray(literal), [...items])
    })

  test('reads what the parser of pg reads', ({ assert }) => {
    // The type of arrays of varchar, whose parser is that of pg.
    const parse = pg.types.getTypeParser(1015 as never) as (literal: string) => (string | null)[]
    const quoted = (item: string) => `"${item.replaceAll(/["\\]/g, String.raw`\$&`)}"`
    const items = fc.array(fc.option(fc.string({ unit: fc.constantFrom('a', '"', '\\', ',', '{', '}', ' ', '\n') })))
    const property = fc.property(items, (items) => {
      const literal = `{${items.map((item) => (item === null ? 'NULL' : quoted(item))).join(',')}}`
      assert.deepEqual(parseTextArray(literal), items)
      assert.deepEqual(parse(literal), items)
    })
    fc.assert(property, { seed: seedOfRun(), numRuns: 1_000 })
  })

  test('is used by all queries', async ({ assert }) => {
    await import('../sql.ts')
    assert.equal(pg.types.getTypeParser(1009 as never), parseTextArray as never)
  })
})

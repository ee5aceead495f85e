import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from '@japa/runner'
import type { LucidModel } from '@adonisjs/lucid/types/model'
import { bootApp } from '#tests/support/app'
import { Row } from '#modules/kernel/tables'

const root = join(import.meta.dirname, '../..')
const files = globSync('modules/{*,*/src}/tables/*.ts', { cwd: root })

/** Lucid's own tables. */
const foreign = ['adonis_schema', 'adonis_schema_versions']

test.group('Table modules', () => {
  test('have the columns of their tables', async ({ assert }) => {
    const db = await (await bootApp()).container.make('lucid.db')
    const { rows } = await db.rawQuery(
      `SELECT relname AS name, array_agg(attname::text ORDER BY attname) AS columns FROM pg_class JOIN pg_attribute ON attrelid = pg_class.oid
       WHERE relkind IN ('r', 'p') AND NOT relispartition AND relnamespace = 'public'::regnamespace AND attnum > 0 AND NOT attisdropped GROUP BY relname`
    )
    const stored = new Map<string, string[]>(rows.map(({ name, columns }: any) => [name, columns]))
    const seen = new Set<string>()
    for (const file of files) {
      const exported: unknown[] = Object.values(await import(pathToFileURL(join(root, file)).href))
      const models = exported.filter((value) => (value as any)?.prototype instanceof Row) as LucidModel[]
      assert.lengthOf(models, 1, file)
      const [model] = models as [LucidModel]
      const columns = [...model.$columnsDefinitions.values()].map(({ columnName }) => columnName)
      assert.deepEqual(columns.toSorted(), stored.get(model.table), file)
      assert.isFalse(seen.has(model.table), `${file}: another table module has this table.`)
      seen.add(model.table)
    }
    assert.sameMembers([...stored.keys()], [...seen, ...foreign], 'tables without a table module')
  })
})

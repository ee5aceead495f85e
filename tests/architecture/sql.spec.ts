import { globSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { test } from '@japa/runner'
import { planSettings } from '#modules/kernel/sql'
import { root, sources, textOf } from './sources.ts'

const migrations = globSync('modules/{*,*/*}/migrations/*.ts', { cwd: root })
/** A rebuild copies the tables of all modules. */
const files = [...new Set([...sources, ...migrations])].filter(
  (file) => !/^modules\/kernel\/(rebuild|conversion)\//.test(file)
)
const moduleOf = (file: string): string => (file.startsWith('modules/') ? file.split('/')[1]! : file.split('/')[0]!)

/** By name in lower case: the module whose migrations create it. */
const ownersOf = (pattern: RegExp): Map<string, string> =>
  new Map(
    migrations.flatMap((file) =>
      [...textOf(file).matchAll(pattern)].map(([, name]) => [name!.toLowerCase(), moduleOf(file)] as const)
    )
  )
const tables = ownersOf(/(?:create\s+(?:unlogged\s+)?table\s+(?:if\s+not\s+exists\s+)?|privateTable\(\s*')(\w+)/gi)
const functions = ownersOf(/create\s+(?:or\s+replace\s+)?(?:function|procedure)\s+(\w+)/gi)

const lineOf = (text: string, index: number) => text.slice(0, index).split('\n').length

/** Calls `found(line, name, owner)` for each use of another module's object. */
const findForeign = (file: string, owners: Map<string, string>, pattern: (name: string) => RegExp): string[] => {
  const text = textOf(file)
  return [...owners]
    .filter(([name, owner]) => owner !== moduleOf(file) && text.includes(name))
    .flatMap(([name, owner]) =>
      [...text.matchAll(pattern(name))].map(({ index }) => `${file}:${lineOf(text, index)}: ${owner}.${name}`)
    )
}

/** The first SQL keyword of a statement in lower case, as in a template string that begins with `select`. */
const lowerCaseKeyword =
  /[`']\s*(?:with\s+\w+\s+as|select\s+[\w(*$'"]|insert\s+into|update\s+\w+\s+set|delete\s+from|create\s+(?:table|index|or)|alter\s+table)\b|\n\s+(?:from|where|order by|group by|left join|returning|inner join|on conflict|union all)\s+[\w("$]/g

/** Statements and functions whose effect outlives a transaction. */
const sessionStatement =
  /[`'";]\s*(?:SET\s+(?!LOCAL\b|TRANSACTION\b)(?:SESSION|ROLE|TIME\s+ZONE|\w+\s*(?:=|TO\b))|(?:UN)?LISTEN\s|DISCARD\s|PREPARE\s|CREATE\s+TEMP(?![^`'"]*ON COMMIT DROP))|pg_(?:try_)?advisory_(?:lock|unlock)|\bset_config\([^)]*,\s*false\s*\)|\bWITH\s+HOLD\b|\bsearchPath:/

test.group('SQL', () => {
  test('names only tables of its own module', ({ assert }) => {
    const builder = (name: string) => `\\.(?:from|table|into)\\('${name}'`
    const statement = (name: string) => `\\b(?:FROM|JOIN|INTO|UPDATE|TABLE|ONLY|REFERENCES|USING)\\s+"?${name}\\b`
    // Sources write keywords in upper case, so that prose doesn't match. Older migrations mix the cases.
    const flags = (file: string) => (file.includes('/migrations/') ? 'gi' : 'g')
    const violations = files.flatMap((file) =>
      findForeign(file, tables, (name) => new RegExp(`${statement(name)}|${builder(name)}`, flags(file)))
    )
    assert.deepEqual(
      [...new Set(violations)],
      [],
      'Ask the owning module: by its index.ts, or by an SQL function where the work must be atomic (decision 2).'
    )
  })

  test('calls functions of another module only when its index.ts lists them in sqlSurface', async ({ assert }) => {
    const listed = new Map<string, readonly string[]>()
    for (const name of new Set(functions.values())) {
      const { sqlSurface } = await import(pathToFileURL(join(root, `modules/${name}/index.ts`)).href)
      listed.set(name, sqlSurface?.functions ?? [])
    }
    for (const [owner, names] of listed)
      for (const name of names)
        assert.equal(functions.get(name), owner, `${owner} lists ${name}, which it does not create.`)
    const foreign = new Map([...functions].filter(([name, owner]) => !listed.get(owner)!.includes(name)))
    const violations = files.flatMap((file) =>
      findForeign(file, foreign, (name) => new RegExp(`\\b${name}\\s*\\(`, 'gi'))
    )
    assert.deepEqual(violations, [])
  })

  test('writes its keywords in upper case', ({ assert }) => {
    const violations = sources
      .filter((file) => !file.includes('/migrations/') && !file.startsWith('apps/web/'))
      .flatMap((file) => {
        const text = textOf(file)
        return [...text.matchAll(lowerCaseKeyword)].map(
          ({ 0: found, index }) => `${file}:${lineOf(text, index + 1)}: ${found.trim()}`
        )
      })
    assert.deepEqual(violations, [])
  })

  test('takes advisory locks through modules/kernel/locks.ts', ({ assert }) => {
    // Releases must agree on the key of the migration lock, and its holder is looked up in pg_locks.
    const exceptions = ['modules/kernel/as_owner.ts', 'modules/kernel/locks.ts']
    const violations = sources.filter((file) => !file.includes('/migrations/') && /pg_\w*advisory/.test(textOf(file)))
    assert.deepEqual(violations.toSorted(), exceptions)
  })

  test('leaves nothing behind on a connection, because a pooler lends it to another client next', ({ assert }) => {
    const found = files
      .filter((file) => sessionStatement.test(textOf(file)))
      .map((file) => file.replace(/^modules\//, ''))
    assert.deepEqual(
      found.toSorted(),
      // The second has a connection of its own. The third sets nothing behind a pooler.
      ['kernel/locks.ts', 'kernel/sql.ts', 'realtime/src/process_connection.ts'],
      'Use SET LOCAL, a lock of the transaction, or ProcessConnection (decision 111).'
    )
    const sharing = sources.filter((file) => textOf(file).includes('lockSql.share'))
    assert.deepEqual(sharing, ['modules/realtime/src/process_connection.ts'])
  })

  test('that is planned once has the same settings in the guide for poolers', ({ assert }) => {
    assert.include(textOf('docs/operate.md'), `connect_query='${planSettings}'`)
  })

  test('opens connections to the database only where the address is chosen', ({ assert }) => {
    const opening = sources.filter((file) => /new (?:pg\.)?(?:Guarded)?(?:Client|Pool)\(/.test(textOf(file)))
    assert.deepEqual(opening.toSorted(), [
      'modules/kernel/pooler.ts',
      'modules/kernel/server_line.ts',
      'modules/kernel/sql.ts',
      'modules/realtime/src/process_connection.ts',
    ])
  })

  test('is read correctly by these tests', ({ assert }) => {
    assert.equal(tables.get('ruby_holds'), 'economy')
    assert.equal(functions.get('ledger_hold'), 'economy')
    assert.lengthOf('`select 1`'.match(lowerCaseKeyword) ?? [], 1)
    assert.isNull('`SELECT 1\n  FROM users`'.match(lowerCaseKeyword))
    for (const sql of [
      "'SET jit = off'",
      '`LISTEN x`',
      '`CREATE TEMP TABLE x (n int)`',
      "set_config('jit', 'off', false)",
    ])
      assert.match(sql, sessionStatement)
    for (const sql of [
      '`UPDATE x\n SET a = 1`',
      "'SET LOCAL jit = off'",
      '`CREATE TEMP TABLE x (n int) ON COMMIT DROP`',
    ])
      assert.notMatch(sql, sessionStatement)
  })
})

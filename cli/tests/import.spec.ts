import { createWriteStream, mkdirSync, mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { once } from 'node:events'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { makePng, makeZip, v2Card } from '#modules/cards/tests/support/index'
import { asking, createDatabase } from '#tests/support/databases'
import { createMigratedDatabase } from '#tests/support/server'
import { longRun } from '#tests/support/long_run'
import { cli } from './support.ts'

let database: Promise<string> | null = null
let count = 0

const anEntry = (fields: Record<string, unknown> = {}) => ({
  name: 'Mo',
  greeting: 'Hello.',
  backstory: 'Mo was born at sea.',
  personality: 'Calm.',
  tags: ['Sea'],
  scenario: 'A pier.',
  category: 'Adventure',
  ...fields,
})

const setUp = async (own?: string) => {
  const databaseUrl = own ?? (await (database ??= createMigratedDatabase()))
  const folder = mkdtempSync(join(tmpdir(), 'facet-import-'))
  const run = (args: string[], env?: Record<string, string>) => cli(args, { databaseUrl, env })
  const email = `import-${process.pid}-${++count}@example.test`
  const create = (...args: string[]) =>
    cli(['create-user', '--email', email, '--password-stdin', ...args], { databaseUrl, input: 'correct horse' })
  const rows = asking(databaseUrl)
  const owned = async () =>
    (
      await rows(
        `SELECT c.name FROM characters c JOIN users u ON u.id = c.created_by WHERE u.email = $1 ORDER BY c.name`,
        [email]
      )
    ).map(({ name }) => name)
  const put = (name: string, content: unknown) => {
    const path = join(folder, name)
    const isRaw = typeof content === 'string' || Buffer.isBuffer(content)
    writeFileSync(path, isRaw ? content : JSON.stringify(content))
    return path
  }
  return { run, rows, owned, email, create, folder, put, tidy: () => rmSync(folder, { recursive: true, force: true }) }
}

test.group('import-characters', () => {
  test('imports files and folders, names each refused entry, and imports nothing twice', async ({ assert }) => {
    const { run, owned, email, create, folder, put, tidy } = await setUp()
    await create()
    mkdirSync(join(folder, 'more/inner'), { recursive: true })
    const file = put('one.json', [
      anEntry({ name: 'Ann' }),
      anEntry({ name: '' }),
      anEntry({ name: 'Bad\u001b[2J', tags: ['gore'] }),
    ])
    put('more/two.json', { characters: [anEntry({ name: 'Ben' }), anEntry({ name: 'Ann' })] })
    put('more/inner/three.JSON', [anEntry({ name: 'Cleo' })])
    put('more/notes.txt', 'not read')
    const args = ['import-characters', file, join(folder, 'more'), '--owner', email]

    const dry = await run([...args, '--dry-run', '--json'])
    assert.equal(dry.code, 0, dry.err)
    assert.deepInclude(dry.json, { ok: true, dryRun: true, total: 7, refused: 3, files: 4 })
    assert.isEmpty(await owned())

    const first = await run(args)
    assert.equal(first.code, 0, first.err)
    assert.equal(first.out, '3 of 7 characters imported, 1 already existed, 3 refused.\n')
    assert.deepEqual(first.err.trim().split('\n'), [
      `${file}: entry 1 "": Needs a name, a backstory and a personality.`,
      `${file}: entry 2 "Bad\\u001b[2J": Characters cannot contain: gore (tags: “gore”)`,
      `${join(folder, 'more/notes.txt')}: The file is no character card, lorebook or chat that Facet knows.`,
    ])
    assert.deepEqual(await owned(), ['Ann', 'Ben', 'Cleo'])

    const again = await run([...args, '--json'])
    assert.equal(again.code, 0)
    assert.equal(again.err, '')
    assert.deepInclude(again.json, { imported: 0, doubles: 4, refused: 3, total: 7 })
    assert.deepEqual(
      again.json.errors.map(({ file: path, index, name }: any) => [path, index, name]),
      [
        [file, 1, ''],
        [file, 2, 'Bad\u001b[2J'],
        [join(folder, 'more/notes.txt'), null, null],
      ]
    )
    tidy()
  }).tags(longRun)

  test('imports cards of several formats from folders and zips, reports each file, and imports nothing twice', async ({
    assert,
  }) => {
    const { run, owned, email, create, folder, put, tidy } = await setUp()
    await create()
    mkdirSync(join(folder, 'more'))
    const cardOf = (name: string) => ({ ...v2Card(), data: { ...v2Card().data, name } })
    put('more/ann.png', makePng({ chara: cardOf('Ann') }))
    put('more/list.json', [anEntry({ name: 'Ben' })])
    put('more/broken.png', 'no picture')
    const zip = put(
      'pack.zip',
      makeZip([
        { name: 'cleo.json', content: cardOf('Cleo') },
        { name: 'again.png', content: makePng({ chara: cardOf('Ann') }) },
        { name: 'bad\u001b[2J.png', content: 'no picture' },
      ])
    )
    const report = join(folder, 'report.jsonl')
    const args = ['import-characters', join(folder, 'more'), zip, '--owner', email]

    const dry = await run([...args, '--dry-run', '--json'])
    assert.equal(dry.code, 0, dry.err)
    assert.deepInclude(dry.json, { imported: 3, doubles: 1, refused: 2, total: 6, files: 6 })
    assert.isEmpty(await owned())

    const first = await run([...args, '--report', report])
    assert.equal(first.code, 0, first.err)
    assert.equal(first.out, '3 of 6 characters imported, 1 already existed, 2 refused.\n')
    assert.include(first.err, `${join(folder, 'more/broken.png')}: `)
    assert.include(first.err, `${zip}/bad\\u001b[2J.png: `)
    assert.deepEqual(await owned(), ['Ann', 'Ben', 'Cleo'])
    const lines = readFileSync(report, 'utf8').trim().split('\n')
    assert.sameMembers(
      lines.map((line) => JSON.parse(line)).map(({ file, outcome }) => `${outcome} ${file.slice(folder.length + 1)}`),
      [
        'imported more/ann.png',
        'refused more/broken.png',
        'imported pack.zip/cleo.json',
        'double pack.zip/again.png',
        'refused pack.zip/bad\u001b[2J.png',
      ]
    )

    const again = await run([...args, '--json'])
    assert.deepInclude(again.json, { imported: 0, doubles: 4, refused: 2, total: 6 })
    assert.deepEqual(await owned(), ['Ann', 'Ben', 'Cleo'])
    tidy()
  }).tags(longRun)

  test('uses the first admin without --owner, and ends with 2 when there is none', async ({ assert }) => {
    const { run, owned, email, create, put, tidy } = await setUp(await createDatabase())
    const file = put('one.json', [anEntry()])
    const none = await run(['import-characters', file, '--json'])
    assert.equal(none.code, 2)
    assert.isFalse(none.json.ok)
    await create('--admin')
    assert.equal((await run(['import-characters', file])).code, 0)
    assert.deepEqual(await owned(), ['Mo'])
    const unknown = await run(['import-characters', file, '--owner', `not-${email}`, '--json'])
    assert.deepEqual([unknown.code, unknown.json.code], [1, 'unknown_user'])
    tidy()
  }).tags(longRun)

  test('ends with 2 without a file, and with 1 for a missing or empty path or an unwritable report', async ({
    assert,
  }) => {
    const { run, email, create, folder, put, tidy } = await setUp()
    await create()
    assert.equal((await run(['import-characters'])).code, 2)
    const missing = await run(['import-characters', join(folder, 'missing.json')])
    assert.equal(missing.code, 1)
    assert.match(missing.err, /missing\.json: ENOENT/)
    assert.equal((await run(['import-characters', folder])).code, 1)
    const report = join(folder, 'missing/report.jsonl')
    const args = ['import-characters', put('one.json', [anEntry()]), '--owner', email, '--report', report]
    const unwritable = await run(args)
    assert.equal(unwritable.code, 1)
    assert.include(unwritable.err, 'Could not write')
    tidy()
  }).tags(longRun)

  test('keeps the entries of a broken file, reports where it breaks, and continues with the next', async ({
    assert,
  }) => {
    const { run, owned, email, create, put, tidy } = await setUp()
    await create()
    const broken = put('a.json', `[${JSON.stringify(anEntry({ name: 'Ann' }))},{"name":"Be`)
    const good = put('b.json', [anEntry({ name: 'Cleo' })])
    const { code, err } = await run(['import-characters', broken, good, '--owner', email])
    assert.equal(code, 1)
    assert.include(err, `${broken}: The file ends too early, after entry 0.`)
    assert.include(err, '2 of 2 characters imported.')
    assert.deepEqual(await owned(), ['Ann', 'Cleo'])
    const allBad = await run(['import-characters', put('c.json', [{}, null]), '--owner', email, '--json'])
    assert.deepEqual([allBad.code, allBad.json.code], [1, 'all_refused'])
    tidy()
  }).tags(longRun)

  test('imports 100,000 entries in constant memory', async ({ assert }) => {
    const { run, email, create, folder, tidy } = await setUp()
    await create()
    const path = join(folder, 'many.json')
    const file = createWriteStream(path)
    file.write('[')
    // The file has about 170 MB, more than the heap limit. Reading all of it into memory would fail.
    const backstory = 'She remembers every tide. '.repeat(60)
    for (let n = 0; n < 100_000; n++) {
      const entry = anEntry(
        n % 100 === 99 ? { name: `Wrong ${n}`, personality: 7 } : { name: `Mo ${n % 2_000}`, backstory }
      )
      if (!file.write(`${n ? ',' : ''}\n${JSON.stringify(entry)}`)) await once(file, 'drain')
    }
    file.end(']')
    await once(file, 'close')
    const { code, err, json } = await run(['import-characters', path, '--owner', email, '--json'], {
      NODE_OPTIONS: '--max-old-space-size=128',
    })
    assert.equal(code, 0, err)
    assert.deepInclude(json, { imported: 1_980, doubles: 97_020, refused: 1_000, total: 100_000 })
    assert.lengthOf(json.errors, 1_000)
    tidy()
  })
    .tags(longRun)
    .timeout(900_000)
})

test.group('seed-demo', (group) => {
  group.tap((each) => each.tags(longRun))
  test('adds the given number of varied characters that follow the rules', async ({ assert }) => {
    const { run, rows, tidy } = await setUp(await createDatabase())
    const { code, json, err } = await run(['seed-demo', '--characters', '4500', '--json'])
    assert.equal(code, 0, err)
    assert.equal(json.characters, 4_500)
    const [sums] = await rows(`
      SELECT count(*)::int AS ALL, count(DISTINCT name)::int AS names, count(DISTINCT description)::int AS descriptions,
        count(DISTINCT category)::int AS categories, count(*) FILTER (WHERE is_nsfw)::int AS adult,
        max(cardinality(tags)) AS tags, min(cardinality(tags)) AS untagged,
        count(*) FILTER (WHERE popularity <> counters.messages)::int AS miscounted
      FROM characters JOIN character_counters AS counters ON counters.character_id = id`)
    assert.deepInclude(sums, { all: 4_500, categories: 10, untagged: 0, miscounted: 0 })
    assert.isAbove(sums.names, 1_000)
    assert.isAbove(sums.descriptions, 4_000)
    assert.isAbove(sums.adult, 50)
    assert.isAbove(sums.tags, 3)
    assert.equal((await run(['seed-demo', '--characters', '10'])).code, 0)
    assert.equal((await rows('SELECT count(*)::int AS n FROM characters'))[0].n, 4_510)
    for (const bad of [
      [],
      ['--characters', '0'],
      ['--characters', '-5'],
      ['--characters', 'many'],
      ['--characters', '1e9'],
    ])
      assert.equal((await run(['seed-demo', ...bad])).code, 2)
    tidy()
  })
})

import { createHash } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { dirname, join } from 'node:path'
import { test } from '@japa/runner'
import type { CharacterImports } from '#modules/gallery/index'
import type { CardFileOutcome } from '../api.ts'
import { ImportInBulk } from '../src/bulk/import_in_bulk.ts'
import type { ImportCardsInput } from '../src/importing/import_cards_input.ts'
import type { BulkOutcome, BulkRequest } from '../src/bulk/bulk_imports.ts'
import type { CardSettings } from '../src/card_settings.ts'
import { WorkFolder } from '../src/http/work_folder.ts'
import { makeZip } from './support/index.ts'

/** Writes these files, by name. `importCards` records the names that it gets, and imports each content once. */
const setUp = (files: Record<string, string | Buffer>) => {
  const root = mkdtempSync(join(tmpdir(), 'facet-bulk-'))
  const [folder, work] = [join(root, 'in'), join(root, 'work')]
  mkdirSync(folder)
  for (const [name, content] of Object.entries(files)) {
    mkdirSync(dirname(join(folder, name)), { recursive: true })
    writeFileSync(join(folder, name), content)
  }
  const known = new Set<string>()
  const batches: string[][] = []
  const lists: unknown[] = []
  const importCards = async function* ({ files: given }: ImportCardsInput): AsyncGenerator<CardFileOutcome> {
    batches.push(given.map(({ name }) => name))
    for (const { path, name } of given) {
      const hash = createHash('sha256').update(readFileSync(path)).digest('hex')
      yield outcomeOf(name, known.has(hash) ? 'double' : 'imported')
      known.add(hash)
    }
  }
  const importList: CharacterImports['run'] = async (entries, { onProgress, onRefused }) => {
    const outcome = { imported: 0, doubles: 0, refused: 0, total: 0 }
    for await (const entry of entries) {
      lists.push(entry)
      outcome.total++
      if ('value' in entry && entry.value !== null) outcome.imported++
      else {
        outcome.refused++
        onRefused?.({ index: outcome.total - 1, name: null, message: 'Not an object.' })
      }
      onProgress?.(outcome)
    }
    return outcome
  }
  const imports = new ImportInBulk(
    { run: importList },
    { run: importCards } as never,
    new WorkFolder({ workFolder: work } as CardSettings)
  )
  const outcomes: BulkOutcome[] = []
  const finished: string[] = []
  const shares: number[] = []
  const run = (request: Partial<BulkRequest> = {}) =>
    imports.run({
      paths: [{ path: folder, name: 'in' }],
      ownerId: 'owner',
      onOutcome: (outcome) => void outcomes.push(outcome),
      onFinished: async (names, share) => {
        finished.push(...names)
        shares.push(share)
      },
      ...request,
    })
  return {
    run,
    folder,
    batches,
    lists,
    outcomes,
    finished,
    shares,
    left: () => readdirSync(work),
    tidy: () => rmSync(root, { recursive: true, force: true }),
  }
}

const outcomeOf = (file: string, outcome: CardFileOutcome['outcome']): CardFileOutcome => ({
  file,
  outcome,
  character: { id: outcome === 'refused' ? null : 'id', name: file },
  match: null,
  lorebook: null,
  contents: null,
  report: { format: 'v2', spec: null, kept: [], warnings: [], refusedBecause: null },
})

const card = (name: string) => JSON.stringify({ spec: 'chara_card_v2', data: { name } })

const zip = (entries: readonly [name: string, content: string | Buffer][]): Buffer =>
  makeZip(entries.map(([name, content]) => ({ name, content })))

test.group('Importing in bulk', () => {
  test('takes folders, archives and JSON lists together, and leaves nothing in its work folder', async ({ assert }) => {
    const { run, folder, outcomes, finished, lists, left, tidy } = setUp({
      'b.json': card('B'),
      'a/list.json': JSON.stringify([{ name: 'Ann', backstory: 'x' }, null]),
      'a/wrapped.json': JSON.stringify({ characters: [{ name: 'Ben', backstory: 'x' }] }),
      'a/cards.json': `[${card('Dora')}]`,
      'books/a.lorebook': '{"lorebookVersion":1,"entries":[]}',
      'books/kobold.json': '[{"key":"a","content":"b"}]',
      'notes.txt': 'read, because the bytes decide',
      '.hidden.json': card('H'),
      'pack.zip': zip([
        ['__MACOSX/x.json', 'x'],
        ['deep/c.json', card('C')],
        ['deep/same.json', card('B')],
        ['../../evil.json', card('E')],
        ['list.json', '[{"name":"Zoe","backstory":"x"}]'],
        ['inner.zip', zip([['n.json', card('N')]])],
        ['inner.charx', zip([['card.json', card('Y')]])],
      ]),
      'one.charx': zip([['card.json', card('X')]]),
      'empty.zip': zip([]),
    })
    symlinkSync('/etc/passwd', join(folder, 'link.json'))
    const result = await run()
    assert.deepEqual(result, { counts: { imported: 12, doubles: 1, refused: 3, total: 16 }, malformed: 0 })
    assert.sameMembers(
      outcomes.filter(({ entry }) => entry === null).map(({ file, outcome }) => `${outcome} ${file}`),
      [
        'imported in/a/cards.json',
        'imported in/books/a.lorebook',
        'imported in/books/kobold.json',
        'imported in/notes.txt',
        'refused in/empty.zip',
        'imported in/b.json',
        'imported in/one.charx',
        'imported in/pack.zip/deep/c.json',
        'double in/pack.zip/deep/same.json',
        'imported in/pack.zip/../../evil.json',
        'refused in/pack.zip/inner.zip',
        'imported in/pack.zip/inner.charx',
      ]
    )
    assert.deepInclude(
      outcomes.find(({ entry }) => entry !== null)!,
      { file: 'in/a/list.json', entry: 1, outcome: 'refused', reason: 'Not an object.' }
    )
    assert.includeMembers(finished, ['in/a/list.json', 'in/a/wrapped.json', 'in/pack.zip/list.json', 'in/b.json'])
    assert.lengthOf(lists, 4)
    assert.isEmpty(left())
    tidy()
  })

  test('reports files that it can’t read, and continues', async ({ assert }) => {
    const good = zip([
      ['a.json', card('A')],
      ['b.json', card('B')],
    ])
    const { run, outcomes, tidy } = setUp({
      'broken.json': '[{"name":"Ann","backstory":"x"},{"name":"Be',
      'cut.zip': good.subarray(0, good.length - 30),
      'encrypted.zip': makeZip([{ name: 'a.json', content: card('A'), isEncrypted: true }]),
      'partly.zip': makeZip([
        { name: 'big.png', content: 'x', claimedBytes: 64 * 1_048_576 + 1 },
        { name: 'lies.png', content: 'x', claimedBytes: 1_000 },
        { name: 'c.json', content: card('C') },
      ]),
      'z.json': card('Z'),
    })
    const result = await run()
    assert.deepEqual(
      outcomes.filter(({ outcome }) => outcome === 'refused').map(({ file, reason }) => `${file}: ${reason}`),
      [
        'in/broken.json: The file ends too early, after entry 0. An import is a JSON list of characters, or an object whose "characters" is one.',
        'in/cut.zip: The archive is damaged.',
        'in/encrypted.zip/a.json: The archive is encrypted. Unpack it with its password first.',
        'in/partly.zip/big.png: The file is larger than 64 MiB.',
        'in/partly.zip/lies.png: The file in the archive is damaged.',
      ]
    )
    assert.deepEqual(result, { counts: { imported: 3, doubles: 0, refused: 4, total: 7 }, malformed: 1 })
    tidy()
  })

  test('reports each file of an archive once, under a name of its own', async ({ assert }) => {
    const { run, outcomes, tidy } = setUp({
      'pack.zip': makeZip([
        ...['1', '2', '3'].map((name) => ({ name: 'a.json', content: card(name) })),
        { name: 'Cards\\b.json', content: card('B') },
        { name: 'link', content: '/etc/passwd', mode: 0o120777 },
      ]),
    })
    await run()
    assert.sameMembers(
      outcomes.map(({ file, outcome }) => `${outcome} ${file}`),
      [
        'refused in/pack.zip/link',
        ...['a.json', 'a.json (2)', 'a.json (3)', 'Cards/b.json'].map((name) => `imported in/pack.zip/${name}`),
      ]
    )
    tidy()
  })

  test('skips files that an earlier run finished', async ({ assert }) => {
    const names = Array.from({ length: 120 }, (_, n) => `${String(n).padStart(3, '0')}.json`)
    const { run, batches, finished, shares, tidy } = setUp({
      ...Object.fromEntries(names.map((name) => [name, card(name)])),
      'pack.zip': zip(names.slice(0, 60).map((name) => [name, card(`z${name}`)])),
    })
    const ended = new AbortController()
    const stopped = run({
      signal: ended.signal,
      onFinished: async (files) => {
        finished.push(...files)
        if (finished.length >= 100) ended.abort(new Error('killed'))
      },
    })
    await assert.rejects(() => stopped, 'killed')
    assert.lengthOf(finished, 100)
    const before = new Set(finished)
    batches.length = 0
    await run({ isDone: (file) => before.has(file) })
    assert.lengthOf(batches.flat(), 80)
    assert.isFalse(batches.flat().some((file) => before.has(file)))
    assert.equal(new Set(finished).size, 180)
    assert.deepEqual(shares.toSorted(), shares)
    tidy()
  })

  test('returns null without files, and throws for a missing path', async ({ assert }) => {
    const { run, folder, tidy } = setUp({ '.DS_Store': 'x' })
    assert.isNull(await run())
    const missing = run({ paths: [{ path: join(folder, 'missing'), name: 'missing' }] })
    await assert.rejects(() => missing, /ENOENT/)
    // A file that the caller names is read, whatever its name is.
    assert.equal((await run({ paths: [{ path: join(folder, '.DS_Store'), name: 'a' }] }))!.counts.total, 1)
    tidy()
  })
})

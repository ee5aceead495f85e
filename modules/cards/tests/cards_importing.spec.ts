import { mkdtempSync, readdirSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import app from '@adonisjs/core/services/app'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import { fail, ok } from '#modules/kernel/result'
import { longRun } from '#tests/support/long_run'
import type { CardFileOutcome } from '../api.ts'
import type { CardSettings } from '../src/card_settings.ts'
import { WorkFolder } from '../src/http/work_folder.ts'
import { ImportCards } from '../src/importing/import_cards.ts'
import type { ImportTurns } from '../src/importing/import_turns.ts'
import { ImportUploads } from '../src/importing/import_uploads.ts'
import { startCardProcess } from '../src/importing/reading/card_process.ts'
import type { CardImporter } from '../src/importing/card_importer.ts'
import { options } from './support/character_cards.ts'
import { makePng, v2Card } from './support/index.ts'

const folder = mkdtempSync(join(tmpdir(), 'facet-importing-'))
process.once('exit', () => rmSync(folder, { recursive: true, force: true }))

const stored = (name: string, content: Buffer | string) => {
  const path = join(folder, name)
  writeFileSync(path, content)
  return { path, name }
}

const named = (name: string) => JSON.stringify({ ...v2Card(), data: { ...v2Card().data, name } })

test.group('Importing cards without HTTP', () => {
  test('yields the cards before an abort, and stores them', async ({ assert }) => {
    const importCards = await app.container.make(ImportCards)
    const ownerId = newId()
    const files = ['Ada', 'Bea', 'Cleo', 'Dora', 'Eve', 'Fay'].map((name) => stored(`${name}.json`, named(name)))
    const abort = new AbortController()
    const names: string[] = []
    const run = async () => {
      const outcomes = importCards.run({ ownerId, files, doubles: 'skip', dryRun: false, signal: abort.signal })
      for await (const { character } of outcomes) {
        names.push(character!.name)
        abort.abort(new Error('enough'))
      }
    }
    await assert.rejects(run, 'enough')
    assert.deepEqual(names.slice(0, 1), ['Ada'])
    const again: string[] = []
    for await (const { outcome } of importCards.run({ ownerId, files, doubles: 'skip', dryRun: false }))
      again.push(outcome)
    assert.equal(again[0], 'double')
    assert.equal(again.at(-1), 'imported')
  })

  test('refuses a file that ends the process, and goes on with the next', async ({ assert }) => {
    const work = join(folder, 'work')
    const errors: unknown[] = []
    const refused = (file: string, because: string): CardFileOutcome => ({
      file,
      outcome: 'refused',
      character: null,
      match: null,
      lorebook: null,
      contents: null,
      report: { format: null, spec: null, kept: [], warnings: [], refusedBecause: because },
    })
    const importer = {
      readingOptions: options,
      begin: () => ({
        findKnown: async () => null,
        importFile: async (event: { kind: string; file: string; because?: string }) =>
          refused(event.file, event.because ?? event.kind),
      }),
    } as unknown as CardImporter
    const limits = { timeoutMs: 60_000, memoryMb: 24 }
    const importCards = new ImportCards(
      importer,
      new WorkFolder({ workFolder: work } as CardSettings),
      { cardReader: limits } as CardSettings,
      { error: (line: unknown) => void errors.push(line) } as never
    )
    // The file is small enough to be parsed, but its values need more than that heap.
    const heavy = stored('heavy.json', `{"name":"x","first_mes":"y","list":[${'[],'.repeat(900_000)}[]]}`)
    const files = [heavy, stored('good.json', named('Good')), { path: join(folder, 'missing'), name: 'missing.json' }]
    const reasons: (string | null)[] = []
    for await (const { report } of importCards.run({ ownerId: newId(), files, doubles: 'skip', dryRun: false }))
      reasons.push(report.refusedBecause)
    importCards.stop()
    assert.match(reasons[0]!, /too much work|values/)
    assert.deepEqual(reasons.slice(1), [
      'card',
      'The file could not be read, because of an error on our side. Please report it.',
    ])
    assert.lengthOf(errors, 1)
    assert.deepEqual(readdirSync(work), [])
  }).tags(longRun)

  test('ends the process when the caller leaves', async ({ assert }) => {
    const process = startCardProcess({ timeoutMs: 60_000, memoryMb: 256 })
    const job = (name: string, content: Buffer | string) => ({
      file: stored(name, content).path,
      fileName: name,
      folder: join(folder, 'unpacked'),
      options,
    })
    const first = process.run(job('a.png', makePng({ chara: v2Card() })))
    const { value } = await first.next()
    assert.equal(typeof value === 'object' && value.kind, 'card')
    // The caller leaves before the end, so the process may be in any state.
    await first.return('gone')
    assert.isFalse(process.isUsable)
    const second = process.run(job('b.png', makePng({ chara: v2Card() })))
    assert.deepEqual(await second.next(), { done: true, value: 'gone' })
  }).tags(longRun)
})

test.group('Uploads of cards', () => {
  const request = { ownerId: newId(), doubles: 'skip', dryRun: false, signal: new AbortController().signal } as const

  const turns = { use: async <Outcome>(_: string, work: () => Promise<Outcome>) => work() } as ImportTurns
  const received = async () => ok([{ path: '/none', name: 'a.json', isTooLarge: false }])
  const from = (ownerId: string) => ({ ...request, ownerId })
  /** Lets pending callbacks run. */
  const settle = () => new Promise((resolve) => setImmediate(resolve))

  test('take no slot while they arrive', async ({ assert }) => {
    const importCards = { run: async function* () {} } as unknown as ImportCards
    const uploads = new ImportUploads(importCards, turns)
    const arrived = Promise.withResolvers<void>()
    const slow = Array.from({ length: 20 }, () =>
      uploads.run(from(newId()), async () => (await arrived.promise, ok([])))
    )
    assert.deepEqual(await uploads.run(request, async () => ok([])), ok([]))
    assert.deepEqual(await uploads.run(request, async () => fail({ kind: 'gone' })), fail({ kind: 'gone' }))
    arrived.resolve()
    for (const upload of slow) assert.deepEqual(await upload, ok([]))
  })

  test('let those of others go first between two files of a long archive', async ({ assert }) => {
    const steps: string[] = []
    const gates = new Map<string, PromiseWithResolvers<void>>()
    /** Each import has files until its gate is open. */
    const importCards = {
      run: async function* ({ ownerId }: { ownerId: string }) {
        for (let file = 0; file < 3; file++) {
          steps.push(`${ownerId} ${file}`)
          await gates.get(`${ownerId} ${file}`)?.promise
          yield { outcome: 'refused' }
        }
      },
    } as unknown as ImportCards
    const uploads = new ImportUploads(importCards, turns)
    for (const name of ['ann 0', 'bo 0', 'cy 0']) gates.set(name, Promise.withResolvers<void>())
    const imports = ['ann', 'bo'].map((name) => uploads.run(from(name), received))
    await settle()
    // Both slots are taken.
    imports.push(uploads.run(from('cy'), received))
    await settle()
    assert.deepEqual(steps, ['ann 0', 'bo 0'])
    gates.get('ann 0')!.resolve()
    await settle()
    assert.deepEqual(steps, ['ann 0', 'bo 0', 'cy 0'])
    gates.get('cy 0')!.resolve()
    gates.get('bo 0')!.resolve()
    for (const imported of await Promise.all(imports)) assert.lengthOf(imported.ok ? imported.value : [], 3)
  })

  test('refuse large files alone', async ({ assert }) => {
    const importCards = { run: async function* () {} } as unknown as ImportCards
    const uploads = new ImportUploads(importCards, turns)
    const imported = await uploads.run(request, async () =>
      ok([{ path: '/none', name: 'large.png', isTooLarge: true }])
    )
    assert.isTrue(imported.ok && imported.value[0]!.report.refusedBecause!.includes('64 MB'))
  })
})

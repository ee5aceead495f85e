import { Readable } from 'node:stream'
import { test } from '@japa/runner'
import type { CharacterDetails, Gallery } from '#modules/gallery/index'
import { UserTurns } from '#modules/kernel/user_turns'
import { longRun } from '#tests/support/long_run'
import { cardExportLimits } from '../api.ts'
import { ExportOwnCards } from '../src/exports/export_own_cards.ts'
import type { WriteCardFile } from '../src/exports/write_card_file.ts'
import { TooHeavy } from '../src/exports/writing/text_writer.ts'
import { open } from './support/open.ts'

type Write = (character: CharacterDetails) => Uint8Array | Readable

/** Creates an export of characters with these names. */
const exportOf = (names: readonly string[], write: Write) => {
  const gallery = {
    ownIds: async (_: string, after: string | null, limit: number) => {
      const start = after === null ? 0 : Number(after) + 1
      return names.slice(start, start + limit).map((_, at) => String(start + at))
    },
    findDetails: async (id: string) => ({ id, name: names[Number(id)], assets: [] }),
  } as unknown as Gallery
  const writeCardFile = {
    formatOf: async () => 'png',
    run: async (character: CharacterDetails) => write(character),
  } as unknown as WriteCardFile
  const slots = new UserTurns({ runningMax: 1, queueMax: 32 })
  return new ExportOwnCards(gallery, writeCardFile, slots)
}

const started = (cards: ExportOwnCards, userId = 'u'): Readable => {
  const archive = cards.run(userId)
  if (!archive.ok) throw new Error(archive.failure.kind)
  return archive.value
}

const closed = (stream: Readable) => new Promise<void>((resolve) => stream.once('close', resolve))

test.group('Archives of a user’s cards', () => {
  test('hold one card in memory at a time', async ({ assert }) => {
    const cardBytes = 8 * 1_048_576
    const cards = 80
    const write: Write = ({ id }) => {
      const bytes = Buffer.alloc(cardBytes, id)
      return Number(id) % 2 === 0 ? bytes : Readable.from([bytes])
    }
    const archive = started(exportOf(Array(cards).fill('Mo'), write))
    let total = 0
    let most = 0
    for await (const chunk of archive) {
      total += (chunk as Buffer).byteLength
      most = Math.max(most, process.memoryUsage().arrayBuffers)
    }
    assert.isAbove(total, cards * cardBytes)
    assert.isBelow(most, (cards * cardBytes) / 2)
  })
    .timeout(60_000)
    .tags(longRun)

  test('give each card a unique name, over several pages', async ({ assert }) => {
    const names = ['Mo', 'mo (2)', 'MO', 'Mo', '..', ...Array.from({ length: 120 }, (_, n) => `N${n}`)]
    const chunks = await started(exportOf(names, () => Buffer.from('x'))).toArray()
    const { files } = await open(Buffer.concat(chunks))
    assert.lengthOf(files, names.length)
    assert.deepEqual(
      files.slice(0, 5).map(({ name }) => name),
      ['Mo.png', 'mo (2).png', 'MO (3).png', 'Mo (4).png', 'character.png']
    )
  })

  test('leave out a card that is too large', async ({ assert }) => {
    const write: Write = ({ name }) => {
      if (name === 'B') throw new TooHeavy()
      return Buffer.from('x')
    }
    const { files } = await open(Buffer.concat(await started(exportOf(['A', 'B', 'C'], write)).toArray()))
    assert.deepEqual(
      files.map(({ name }) => name),
      ['A.png', 'C.png']
    )
  })

  test('fail when a card can’t be written, and free their slot', async ({ assert }) => {
    const write: Write = ({ name }) => {
      if (name === 'B') throw new Error('no picture')
      return Buffer.from('x')
    }
    const cards = exportOf(['A', 'B'], write)
    const archive = started(cards)
    const isClosed = closed(archive)
    await assert.rejects(() => archive.toArray(), 'no picture')
    await isClosed
    assert.isTrue(cards.run('u').ok)
  })

  test('stop writing when their reader disconnects', async ({ assert }) => {
    let written = 0
    const cards = exportOf(Array(50).fill('Mo'), () => {
      written++
      return Buffer.alloc(1_048_576)
    })
    const archive = started(cards)
    await new Promise<void>((resolve) => archive.once('data', () => resolve()))
    assert.deepEqual(cards.run('u'), { ok: false, failure: { kind: 'under_way' } })
    const isClosed = closed(archive)
    archive.destroy()
    await isClosed
    assert.isBelow(written, 10)
    assert.isTrue(cards.run('u').ok)
  })

  test('hold no slot while their reader is slow, and are limited per process', async ({ assert }) => {
    const cards = exportOf(Array(4).fill('Mo'), () => Buffer.alloc(1_048_576))
    const people = Array.from({ length: cardExportLimits.archivesAtOnce }, (_, n) => `u${n}`)
    const unread = people.slice(1).map((userId) => started(cards, userId))
    for (const archive of unread) await new Promise<void>((resolve) => archive.once('readable', () => resolve()))
    const { files } = await open(Buffer.concat(await started(cards, people[0]!).toArray()))
    assert.lengthOf(files, 4)
    const last = started(cards, people[0]!)
    assert.deepEqual(cards.run('another'), { ok: false, failure: { kind: 'overloaded' } })
    for (const archive of [last, ...unread]) archive.destroy()
  })
})

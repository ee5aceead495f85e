import { Readable } from 'node:stream'
import { finished } from 'node:stream/promises'
import { test } from '@japa/runner'
import type { CharacterDetails, Gallery } from '#modules/gallery/index'
import { UserTurns } from '#modules/kernel/user_turns'
import { cardExportLimits } from '../api.ts'
import { ExportCard } from '../src/exports/export_card.ts'
import type { WriteCardFile } from '../src/exports/write_card_file.ts'

const userId = 'owner'
const viewer = { id: userId, isAdmin: false, limitlessEnabled: true }
const { downloadsAtOnce } = cardExportLimits

/** Cards and original files that open when the gate does, and never end by themselves. */
const behindGate = () => {
  const gate = Promise.withResolvers<void>()
  const character = { name: 'Mo', createdBy: userId, allowForks: false } as CharacterDetails
  const gallery = {
    find: async () => ({ kind: 'visible', character }),
    findDetails: async () => character,
  } as unknown as Gallery
  const open = () => new Readable({ read() {} })
  const files = {
    run: async () => {
      await gate.promise
      return open()
    },
    original: async () => {
      await gate.promise
      return { fileName: 'mo.png', fileFormat: 'png', bytes: 1, body: open() }
    },
  } as unknown as WriteCardFile
  const exportCard = new ExportCard(gallery, files, new UserTurns({ runningMax: 3, queueMax: 100 }))
  return {
    open: gate.resolve,
    card: () => exportCard.run('id', viewer, { format: 'png', spec: 'v3' }),
    original: (id = userId) => exportCard.original('id', id),
  }
}

test.group('Downloads of cards', () => {
  for (const kind of ['card', 'original'] as const)
    test(`of a user are limited while they open and until they close: ${kind}`, async ({ assert, cleanup }) => {
      const files = behindGate()
      const download = files[kind]
      const opening = Array.from({ length: downloadsAtOnce + 2 }, () => download())
      files.open()
      const results = await Promise.all(opening)
      const bodies = results.flatMap((result) => (result.ok ? [result.value.body as Readable] : []))
      cleanup(() => bodies.forEach((body) => body.destroy()))
      assert.lengthOf(bodies, downloadsAtOnce)
      for (const result of results) if (!result.ok) assert.deepEqual(result.failure, { kind: 'under_way' })
      const closed = finished(bodies[0]!).catch(() => {})
      bodies[0]!.destroy()
      await closed
      const [next, more] = [await download(), await download()]
      assert.isTrue(next.ok)
      if (next.ok) bodies.push(next.value.body as Readable)
      assert.isFalse(more.ok)
    })
})

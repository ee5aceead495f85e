import { test } from '@japa/runner'
import type { Client } from '#tests/support/client'
import { sharedStage, type Stage } from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'
import { bringLorebook } from './support/bring_card.ts'
import { importCards } from './support/cards_form.ts'
import { hostileBook, hostileCard } from './support/export_cards.ts'
import { makePng } from './support/make_png.ts'
import { makeZip } from './support/make_zip.ts'
import { v1Card } from './support/sample_cards.ts'

let stage: Stage

const setUp = async () => {
  stage = await sharedStage('small')
}

const exported = (client: Client, id: string, format = 'v3') =>
  client.get(`/api/lorebooks/${id}/export?format=${format}`)

const v3 = `{ "spec": "lorebook_v3", "x": 18446744073709551615,\n  "data": ${hostileBook} }\n`

/** A SillyTavern world. As SillyTavern writes them, it has no name. */
const world =
  '{"entries": {"0": {"uid": 0, "key": ["lamp"], "keysecondary": [], "comment": "Lamp", "content": "Old.", "order": 100.0,\n' +
  '  "x": -0, "position": 0, "disable": false, "__proto__": {"a": 1}},\n' +
  '  "1": {"uid": 1, "key": ["sea"], "content": "Cold.", "order": 90, "vectorized": true}}, "x": 9007199254740993}'

const idIn = ({ status, body }: { status: number; body: any }): string => {
  if (status !== 201) throw new Error(JSON.stringify(body))
  return body.id
}

/** Removes the id by which Facet knows its exports again. */
const withoutId = (file: string): string =>
  file.replace(/, "extensions": \{"facet":\{"id":"[^"]+"\}\}|,"facet": \{"id":"[^"]+"\}/, '')

test.group('Files of lorebooks', (group) => {
  group.setup(setUp)

  test('keep every value when nothing was edited', async ({ assert }) => {
    const client = await stage.visitor()
    const book = await bringLorebook(client, v3, 'x.json')
    assert.deepInclude(book.body, { name: 'Coast', entryCount: 1 })
    assert.deepInclude(book.body.report, { format: 'v3', refusedBecause: null })
    assert.equal((await exported(client, idIn(book))).text, v3)

    const named = await bringLorebook(client, world, '../Old sea.json')
    assert.deepInclude(named.body, { name: 'Old sea', entryCount: 2 })
    assert.include(named.body.report.kept.join(), 'Vectorized')
    const file = await exported(client, idIn(named), 'sillytavern')
    assert.equal(file.text, world)
    assert.include(file.headers['content-disposition'], `filename="Old sea.json"`)
  }).tags(longRun)

  test('differ only in the edited fields', async ({ assert }) => {
    const client = await stage.visitor()
    const id = idIn(await bringLorebook(client, world, 'Sea.json'))
    const path = `/api/lorebooks/${id}/entries`
    const [lamp] = (await client.get(path)).body
    await client.put(`${path}/${lamp.id}`, { content: 'New.', revision: lamp.revision })
    const file = await exported(client, id, 'sillytavern')
    assert.equal(withoutId(file.text), world.replace('"Old."', '"New."'))
  }).tags(longRun)

  test('are rewritten when an edit has no place in them', async ({ assert }) => {
    const client = await stage.visitor()
    const id = idIn(await bringLorebook(client, '{"spec":"lorebook_v3","data":{"name":"Odd","entries":[7]}}'))
    const path = `/api/lorebooks/${id}/entries`
    const [entry] = (await client.get(path)).body
    await client.put(`${path}/${entry.id}`, { keys: ['a'], content: 'New.', revision: entry.revision })
    const { data } = JSON.parse((await exported(client, id)).text)
    assert.deepInclude(data.entries[0], { keys: ['a'], content: 'New.' })
  })

  test('can be exported in the other format', async ({ assert }) => {
    const client = await stage.visitor()
    const id = idIn(await bringLorebook(client, world, 'Sea.json'))
    const { spec, data } = JSON.parse((await exported(client, id)).text)
    assert.equal(spec, 'lorebook_v3')
    assert.deepEqual(
      data.entries.map(({ keys, content }: any) => [keys, content]),
      [
        [['lamp'], 'Old.'],
        [['sea'], 'Cold.'],
      ]
    )
    const other = idIn(await bringLorebook(client, v3))
    const { entries } = JSON.parse((await exported(client, other, 'sillytavern')).text)
    assert.deepInclude(entries[0], { uid: 0, key: ['lamp'] })
  }).tags(longRun)

  test('exported by Facet are doubles of their lorebook, in every format and after edits', async ({ assert }) => {
    const client = await stage.visitor()
    const send = async (file: string, query = '') => (await importCards(client, { 'Old sea.json': file }, query))[0]!
    const first = await send(world)
    const id = first.lorebook!.id!
    assert.deepInclude(first, { outcome: 'imported', match: null })
    assert.equal(first.lorebook!.name, 'Old sea')
    await client.put(`/api/lorebooks/${id}`, { alwaysOn: true, revision: 1 })

    const isDouble = async (file: string) => {
      const { outcome, lorebook } = await send(file)
      assert.deepEqual({ outcome, id: lorebook!.id }, { outcome: 'double', id })
    }
    // The same text in another encoding is the same file.
    await isDouble(`\uFEFF${world}`)
    const path = `/api/lorebooks/${id}/entries`
    const unedited = (await exported(client, id)).text
    await isDouble(unedited)
    const [lamp] = (await client.get(path)).body
    await client.put(`${path}/${lamp.id}`, { content: 'New.', revision: lamp.revision })
    for (const format of ['v3', 'sillytavern']) {
      const file = await exported(client, id, format)
      assert.include(file.text, id)
      await isDouble(file.text)
    }
    const files = (await client.get('/api/user/export')).body.lorebookFiles
    await isDouble(JSON.stringify(files[0].lorebook))

    // A preview shows what an update changes, and the update keeps the lorebook with its settings.
    const differences = [
      { field: 'lorebook', number: null, before: 'Old sea: 2 entries', after: 'Old sea: 2 entries, 1 new or changed' },
    ]
    const preview = await send(unedited, '?dryRun=true&doubles=version')
    assert.deepEqual(preview.match, { id, name: 'Old sea', by: 'card', differences, moreDifferences: 0 })
    const updated = await send(unedited, '?doubles=version')
    assert.deepInclude(updated, { outcome: 'imported', lorebook: { id, name: 'Old sea', entryCount: 2 } })
    assert.deepInclude((await client.get(`/api/lorebooks/${id}`)).body, { alwaysOn: true, entryCount: 2 })
    assert.equal((await client.get(path)).body[0].content, 'Old.')
    assert.deepEqual((await send(unedited, '?dryRun=true')).match!.differences, [])
    // The earlier file stays known. A copy, and the file of a deleted lorebook, become lorebooks of their own.
    await isDouble(world)
    assert.notEqual((await send(unedited, '?doubles=copy')).lorebook!.id, id)
    const other = await stage.visitor()
    assert.equal((await importCards(other, { 'a.json': unedited }))[0]!.outcome, 'imported')
  })

  test('of a card give its lorebook', async ({ assert }) => {
    const client = await stage.visitor()
    const book = await bringLorebook(client, makePng({ ccv3: hostileCard }), 'mira.png')
    assert.deepInclude(book.body, { name: 'Coast', entryCount: 1 })
    const file = await exported(client, idIn(book))
    assert.equal(withoutId(file.text), `{"spec":"lorebook_v3","data":${hostileBook}}`)
  }).tags(longRun)

  test('without exactly one valid lorebook are refused', async ({ assert }) => {
    const client = await stage.visitor()
    const deep = '['.repeat(100_000)
    const tooLong = JSON.stringify({ entries: [{ keys: ['a'], content: 'x'.repeat(100_001), enabled: true }] })
    const cases: [string | Buffer, string][] = [
      ['', 'not_a_lorebook'],
      ['{"a":1}', 'not_a_lorebook'],
      [deep, 'not_a_lorebook'],
      [JSON.stringify(v1Card()), 'not_a_lorebook'],
      [
        makeZip([
          { name: 'a.json', content: v3 },
          { name: 'b.json', content: world },
        ]),
        'several',
      ],
      [tooLong, 'limit'],
    ]
    for (const [file, rule] of cases) {
      const { status, body } = await bringLorebook(client, file)
      assert.equal(status, 422)
      assert.equal(body.errors[0].rule, rule, JSON.stringify(body))
    }
    assert.deepEqual((await client.get('/api/lorebooks')).body, [])
    assert.equal((await client.post('/api/lorebooks/import', {})).status, 415)
  })

  test('are for their owner only', async ({ assert }) => {
    const [client, other, admin] = [await stage.visitor(), await stage.visitor(), await stage.visitor()]
    await stage.makeAdmin(admin)
    const id = idIn(await bringLorebook(client, v3))
    for (const stranger of [other, admin]) assert.equal((await exported(stranger, id)).status, 404)
    assert.equal((await exported(client, id, 'exe')).status, 422)
  })
})

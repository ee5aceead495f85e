import { test } from '@japa/runner'
import sharp from 'sharp'
import type { Client } from '#tests/support/client'
import { sharedStage, type Stage } from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'
import { cardFormats, type CardFormat, type CardSpec } from '../api.ts'
import { JsonDocument } from '../formats/json/json_document.ts'
import { bringCard } from './support/bring_card.ts'
import { readText } from './support/character_cards.ts'
import { hostileCard } from './support/export_cards.ts'
import { base64Of } from './support/bytes.ts'
import { cardWithAsset, makeCharX } from './support/make_archives.ts'
import { internationalTextChunk, makePng, textChunk } from './support/make_png.ts'
import { cardOf, open, readAsset, sourcesOf } from './support/open.ts'
import { v3Card, yamlCard } from './support/sample_cards.ts'

let stage: Stage

const setUp = async () => {
  stage = await sharedStage('small')
}

interface Download {
  status: number
  bytes: Buffer
  headers: Headers
  /** The error code of a refusal. Null if the download succeeded. */
  code: string | null
}

const download = async (client: Client, path: string): Promise<Download> => {
  const answer = await fetch(client.url + path, { headers: { cookie: client.cookie } })
  const bytes = Buffer.from(await answer.arrayBuffer())
  const code = answer.ok ? null : JSON.parse(bytes.toString()).code
  return { status: answer.status, bytes, headers: answer.headers, code }
}

const cardPath = (id: string, format: CardFormat, spec: CardSpec = 'v3') =>
  `/api/characters/${id}/card?format=${format}&spec=${spec}`

const jsonOf = async (client: Client, id: string, spec: CardSpec = 'v3'): Promise<string> =>
  (await download(client, cardPath(id, 'json', spec))).bytes.toString()

/** Removes the character's id, which an export adds to a changed card. */
const withoutId = (text: string, id: string) => {
  const added = new RegExp(`,?\\s*"facet":\\s*\\{\\s*"id":\\s*"${id}"\\s*\\}`)
  if (!added.test(text)) throw new Error('The card has no id.')
  return text.replace(added, '')
}

/** Returns all texts of a card's file that a reader could find. */
const textsIn = async (bytes: Buffer): Promise<string> => {
  const opened = await open(bytes)
  return [bytes.toString('latin1'), ...opened.documents.map(({ bytes }) => Buffer.from(bytes).toString())].join('\n')
}

const upload = async (client: Client, colour: string): Promise<string> => {
  const form = new FormData()
  const picture = sharp({ create: { width: 8, height: 8, channels: 3, background: colour } })
  form.set('file', new Blob([Uint8Array.from(await picture.png().toBuffer())]), 'a.png')
  const answer = await fetch(`${client.url}/api/uploads/images`, {
    method: 'POST',
    headers: { cookie: client.cookie },
    body: form,
  })
  return ((await answer.json()) as { url: string }).url
}

const character = {
  name: 'Mo',
  description: 'Mends nets.',
  backstory: 'Was born at sea.',
  personality: 'Calm.',
  avatar: 'https://pictures.example.test/mo.png',
}

const create = async (client: Client, fields: Record<string, unknown> = {}): Promise<string> => {
  const { status, body, text } = await client.post('/api/characters', { ...character, ...fields })
  if (status !== 201) throw new Error(text)
  return body.id
}

test.group('Cards of imported characters', (group) => {
  group.setup(setUp)

  test('equal the imported JSON when nothing was edited', async ({ assert }) => {
    const client = await stage.visitor()
    const id = await bringCard(client, hostileCard)
    assert.equal(await jsonOf(client, id), hostileCard)
    const png = await open((await download(client, cardPath(id, 'png'))).bytes)
    assert.deepEqual(sourcesOf(png), ['ccv3', 'chara'])
    assert.equal(cardOf(png), hostileCard)
    const chara = Buffer.from(png.documents[1]!.bytes).toString()
    assert.equal(readText(chara).report.spec, 'chara_card_v2 2.0')
    assert.include(chara, '"x_rev": 9007199254740993')
    assert.equal(chara, await jsonOf(client, id, 'v2'))
  })

  test('are the same when they are large, and written in a separate process', async ({ assert }) => {
    const client = await stage.visitor()
    const large = hostileCard.replace('"x_unknown": {', `"x_large": ["${'\\u00e9 '.repeat(20_000)}"], "x_unknown": {`)
    assert.isAbove(large.length, 100_000)
    const id = await bringCard(client, large)
    assert.equal(await jsonOf(client, id), large)
    await client.put(`/api/characters/${id}`, { scenario: 'A calm.' })
    assert.equal(withoutId(await jsonOf(client, id), id), large.replace('A storm.', 'A calm.'))
  }).tags(longRun)

  test('get the address of their picture in an archive, and keep all other values', async ({ assert }) => {
    const client = await stage.visitor()
    const id = await bringCard(client, hostileCard)
    const charx = await open((await download(client, cardPath(id, 'charx'))).bytes)
    const uri = 'embeded://assets/icon/images/main.png'
    assert.equal(withoutId(cardOf(charx), id), hostileCard.replace('ccdefault:', uri))
    assert.deepEqual(charx.assets.names, ['assets/icon/images/main.png'])
    const icon = await charx.assets.read(uri)
    assert.equal((await sharp(icon.ok ? icon.value : undefined).metadata()).format, 'png')
  })

  test('differ only in the edited fields', async ({ assert }) => {
    const client = await stage.visitor()
    const id = await bringCard(client, hostileCard)
    const { lorebookIds, alternateGreetings } = (await client.get(`/api/characters/${id}`)).body
    const edit = { name: 'Mira II', alternateGreetings: alternateGreetings.with(2, 'Come in, quickly.') }
    assert.equal((await client.put(`/api/characters/${id}`, edit)).status, 200)
    const path = `/api/lorebooks/${lorebookIds[0]}/entries`
    const [entry] = (await client.get(path)).body
    const { status } = await client.put(`${path}/${entry.id}`, { keys: ['lamp', 'light'], revision: entry.revision })
    assert.equal(status, 200)
    const expected = hostileCard
      .replace('"name": "an old copy"', '"name": "Mira II"')
      .replace('"name": "Mira"', '"name": "Mira II"')
      .replace('"Come in."', '"Come in, quickly."')
      .replace('["lamp"]', '["lamp","light"]')
    assert.equal(withoutId(await jsonOf(client, id), id), expected)
  })

  test('contain no removed text in any format', async ({ assert }) => {
    const client = await stage.visitor()
    const id = await bringCard(client, hostileCard)
    const removed = { backstory: 'New.', scenario: '', systemPrompt: null, creatorNotes: null, lorebookIds: [] }
    const edited = await client.put(`/api/characters/${id}`, { ...removed, alternateGreetings: [] })
    assert.equal(edited.status, 200, edited.text)
    for (const format of cardFormats) {
      const texts = await textsIn((await download(client, cardPath(id, format))).bytes)
      assert.include(texts, 'Short.', format)
      for (const text of [
        'a stale secret',
        'tends the lamp',
        'A storm',
        'Stay calm',
        'keeper of',
        'light is out',
        'x_rev',
      ])
        assert.notInclude(texts, text, format)
    }
  })

  test('contain nothing of the picture that they were imported in when they were edited', async ({ assert }) => {
    const client = await stage.visitor()
    const stale = JSON.stringify({
      ...JSON.parse(hostileCard),
      data: { name: 'Mira', description: 'An older secret.' },
    })
    const file = makePng({
      chara: hostileCard,
      after: [textChunk('Comment', 'a private prompt'), internationalTextChunk('XML:com.adobe.xmp', '<x>place</x>')],
      before: [textChunk('chara', base64Of(hostileCard)), textChunk('chara', base64Of(stale))],
      tail: Buffer.from('a hidden tail'),
    })
    const id = await bringCard(client, file, 'mira.png')
    await client.put(`/api/characters/${id}`, { scenario: 'A calm.' })
    const { bytes } = await download(client, cardPath(id, 'png'))
    const png = await open(bytes)
    assert.equal(withoutId(cardOf(png), id), hostileCard.replace('A storm.', 'A calm.'))
    assert.deepEqual(sourcesOf(png), ['ccv3', 'chara'])
    assert.deepEqual(png.warnings, [])
    const texts = await textsIn(bytes)
    for (const text of ['An older secret', base64Of(stale).slice(0, 200), 'private prompt', 'hidden tail', 'XML:com'])
      assert.notInclude(texts, text)
    const { width } = await sharp(bytes).metadata()
    assert.equal(width, 4)
  })

  test('from an archive have their pictures at the same addresses', async ({ assert }) => {
    const client = await stage.visitor()
    const card = cardWithAsset()
    card.data.assets.push({ type: 'emotion', uri: 'embeded://faces/Happy.png', name: 'happy', ext: 'png' })
    card.data.assets.push({ type: 'x_sound', uri: 'embeded://a.mp3', name: 'a', ext: 'mp3' })
    const text = JSON.stringify(card)
    const assets = {
      'assets/icon/images/main.png': makePng(),
      'faces/Happy.png': makePng({ size: { width: 7, height: 5 } }),
      'a.mp3': 'ID3',
    }
    const id = await bringCard(client, makeCharX({ card: text, assets }), 'a.charx')
    await client.put(`/api/characters/${id}`, { scenario: 'A calm.' })
    const charx = await open((await download(client, cardPath(id, 'charx'))).bytes)
    assert.equal(withoutId(cardOf(charx), id), text.replace(card.data.scenario, 'A calm.'))
    assert.deepEqual(charx.assets.names, ['assets/icon/images/main.png', 'faces/Happy.png', 'a.mp3'])
    assert.equal((await sharp(await readAsset(charx, 'embeded://faces/Happy.png')).metadata()).width, 7)

    const removed = await client.put(`/api/characters/${id}`, { assets: [] })
    assert.equal(removed.status, 200)
    const without = await open((await download(client, cardPath(id, 'charx'))).bytes)
    assert.notInclude(cardOf(without), 'Happy.png')
    assert.include(cardOf(without), 'a.mp3')
    assert.deepEqual(without.assets.names, ['assets/icon/images/main.png', 'a.mp3'])
  }).tags(longRun)

  test('contain no picture that was replaced or removed', async ({ assert }) => {
    const client = await stage.visitor()
    const picture = (width: number) =>
      `data:image/png;base64,${makePng({ size: { width, height: 2 } }).toString('base64')}`
    const card = v3Card()
    card.data.assets = [
      { type: 'icon', uri: picture(5), name: 'main', ext: 'png' },
      { type: 'emotion', uri: picture(6), name: 'sad', ext: 'png' },
    ]
    const text = JSON.stringify(card)
    const id = await bringCard(client, text)
    assert.equal(await jsonOf(client, id), text)
    await client.put(`/api/characters/${id}`, { avatar: await upload(client, '#407010'), assets: [] })
    const { assets } = readText(await jsonOf(client, id)).draft
    assert.deepEqual(assets, [{ type: 'icon', uri: 'ccdefault:', name: 'main', ext: 'png' }])
  }).tags(longRun)

  test('of other formats are written from their fields', async ({ assert }) => {
    const client = await stage.visitor()
    const agnai = {
      kind: 'character',
      name: 'Ida',
      persona: { kind: 'text', attributes: { text: ['Sells maps.'] } },
      greeting: 'Hi.',
      scenario: '',
      sampleChat: '',
    }
    for (const file of [JSON.stringify(agnai), yamlCard]) {
      const id = await bringCard(client, file)
      const { draft, report } = readText(await jsonOf(client, id))
      assert.equal(report.spec, 'chara_card_v3 3.0')
      assert.match(draft.backstory, /Sells maps|lighthouse/)
    }
  }).tags(longRun)

  test('are read as the same character again', async ({ assert }) => {
    const client = await stage.visitor()
    const id = await bringCard(client, hostileCard)
    for (const spec of ['v2', 'v3'] as const) {
      const { book: readBook, assets, ...draft } = readText(await jsonOf(client, id, spec)).draft
      const { book, assets: _, ...expected } = readText(hostileCard).draft
      assert.deepEqual(draft, spec === 'v3' ? expected : { ...expected, creatorNotes: draft.creatorNotes })
      assert.equal(readBook!.entryCount, book!.entryCount)
      assert.lengthOf(assets, 2)
    }
  }).tags(longRun)

  test('of V1 keep its fields beside those of the later version', async ({ assert }) => {
    const client = await stage.visitor()
    const v1 =
      '{"name":"Ida","description":"Sells maps.","first_mes":"Hi.","personality":"","metadata":{"version":1.0}}'
    const id = await bringCard(client, v1)
    const text = await jsonOf(client, id)
    assert.isTrue(text.startsWith(v1.slice(0, -1)))
    assert.deepInclude(JSON.parse(text).data, { name: 'Ida', description: 'Sells maps.' })
  }).tags(longRun)

  test('of forks contain the regex scripts of their character', async ({ assert }) => {
    const [client, other] = [await stage.visitor(), await stage.visitor()]
    const regex_scripts = [
      { scriptName: 'Moods', findRegex: '/<mood>/g', replaceString: '*$0*', placement: [2], markdownOnly: true },
    ]
    const texts = { description: 'Tends the lamp.', personality: 'Calm.', scenario: 'A tower.', first_mes: 'Hi.' }
    const card = { name: 'Mira', creator_notes: 'Mira.', ...texts, extensions: { regex_scripts } }
    const text = JSON.stringify({ spec: 'chara_card_v2', spec_version: '2.0', data: card })
    const id = await bringCard(client, text)
    assert.equal((await client.put(`/api/characters/${id}`, { isPublic: true, allowForks: true })).status, 200)
    const fork = (await other.post(`/api/characters/${id}/fork`)).body.id
    const [script] = readText(text).draft.regexScripts
    assert.equal(script!.name, 'Moods')
    for (const spec of ['v2', 'v3'] as const)
      assert.deepEqual(readText(await jsonOf(other, fork, spec)).draft.regexScripts, [script])
    // The original keeps its own text.
    assert.equal(await jsonOf(client, id, 'v2'), text)
  })

  test('give other users and forks only the fields that Facet knows', async ({ assert }) => {
    const client = await stage.visitor()
    const id = await bringCard(client, hostileCard)
    await client.put(`/api/characters/${id}`, { isPublic: true, allowForks: true })
    const other = await stage.visitor()
    const fork = (await other.post(`/api/characters/${id}/fork`)).body.id
    const hidden = ['x_unknown', 'x_rev', 'stale secret', '9007199254740993', 'an old copy']
    for (const source of [id, fork])
      for (const format of cardFormats) {
        const texts = await textsIn((await download(other, cardPath(source, format))).bytes)
        for (const part of hidden) assert.notInclude(texts, part, format)
        assert.include(texts, 'Mira tends the lamp.', format)
      }
    // A fork has no lorebook. A card of the character itself has one, with its known fields.
    assert.include(await jsonOf(other, id), '"lamp"')
    assert.notInclude(await jsonOf(other, fork), '"lamp"')
    assert.equal(readText(await jsonOf(other, fork)).draft.backstory, 'Mira tends the lamp.')
    assert.equal(await jsonOf(client, id), hostileCard)
  })
})

test.group('Cards of other characters', (group) => {
  group.setup(setUp)

  test('are complete, with lorebooks in one book and pictures as files', async ({ assert }) => {
    const client = await stage.visitor()
    const [avatar, happy] = [await upload(client, '#204060'), await upload(client, '#802040')]
    const fields = {
      avatar,
      nickname: 'M',
      alternateGreetings: ['Again?'],
      depthNote: { text: 'Rain.', depth: 3, role: 'user' },
      creatorNotes: { text: 'Mine.', translations: { de: 'Meins.' } },
      tags: ['sea'],
      category: 'Romance',
      assets: [
        { type: 'emotion', name: 'happy', address: happy },
        { type: 'other', name: 'far', address: 'https://pictures.example.test/far.png' },
      ],
    }
    const id = await create(client, fields)
    const books = [await bookOf(client, 'Sea', 'Hemp.'), await bookOf(client, 'Land', '@@depth 2\nWool.')]
    await stage.db.query('UPDATE character_parts SET lorebook_ids = $2 WHERE character_id = $1', [id, books])

    const json = readText(await jsonOf(client, id)).draft
    assert.deepInclude(json, {
      name: 'Mo',
      nickname: 'M',
      description: 'Mends nets.',
      backstory: 'Was born at sea.',
      alternateGreetings: ['Again?'],
      depthNote: fields.depthNote,
      creatorNotes: fields.creatorNotes,
      category: 'Romance',
      tags: ['sea'],
    })
    const { entries } = json.book!.value as unknown as { entries: { id: number; content: string }[] }
    assert.deepEqual(
      entries.map(({ id, content }) => [id, content]),
      [
        [0, 'Hemp.'],
        [1, '@@depth 2\nWool.'],
      ]
    )
    const v2 = JSON.parse(await jsonOf(client, id, 'v2'))
    assert.equal(v2.data.character_book.entries[1].content, 'Wool.')

    const charx = await open((await download(client, cardPath(id, 'charx'))).bytes)
    assert.deepEqual(charx.assets.names, ['assets/icon/images/main.png', 'assets/emotion/images/1.webp'])
    assert.deepEqual(
      readText(cardOf(charx)).draft.assets.map(({ uri }) => uri),
      [
        'embeded://assets/icon/images/main.png',
        'embeded://assets/emotion/images/1.webp',
        'https://pictures.example.test/far.png',
      ]
    )
    for (const uri of ['embeded://assets/icon/images/main.png', 'embeded://assets/emotion/images/1.webp']) {
      const file = await charx.assets.read(uri)
      assert.isAbove((await sharp(file.ok ? file.value : undefined).metadata()).width, 0)
    }
  })

  test('give the same character when they are imported', async ({ assert }) => {
    const client = await stage.visitor()
    const [avatar, happy] = [await upload(client, '#105060'), await upload(client, '#601040')]
    const id = await create(client, {
      avatar,
      systemPrompt: 'Stay. {{original}}',
      exampleDialogue: '<START>\n{{char}}: Aye.',
      groupGreetings: ['Crew.'],
      tags: ['sea', 'Slow'],
      category: 'Romance',
      version: '2',
      assets: [{ type: 'emotion', name: 'happy', address: happy }],
    })
    const { bytes } = await download(client, cardPath(id, 'charx'))
    const other = await stage.visitor()
    const copy = await bringCard(other, bytes, 'mo.charx')
    const [before, after] = [
      (await client.get(`/api/characters/${id}`)).body,
      (await other.get(`/api/characters/${copy}`)).body,
    ]
    // Every import sets these fields anew. Pictures get new addresses, because they are encoded again.
    const others = ['id', 'createdBy', 'createdAt', 'isPublic', 'definitionPublic', 'avatar', 'background', 'assets']
    for (const key of Object.keys(before).filter((key) => !others.includes(key)))
      assert.deepEqual(after[key], before[key], key)
    assert.deepEqual(
      after.assets.map(({ type, name }: { type: string; name: string }) => [type, name]),
      [
        ['icon', 'main'],
        ['emotion', 'happy'],
      ]
    )
  }).tags(longRun)

  test('without a picture of this server show a facet mark', async ({ assert }) => {
    const client = await stage.visitor()
    const id = await create(client)
    const answer = await download(client, cardPath(id, 'png'))
    assert.equal(answer.headers.get('content-type'), 'image/png')
    assert.match(answer.headers.get('content-disposition')!, /^attachment; filename="Mo.png"/)
    const { width, format } = await sharp(answer.bytes).metadata()
    assert.deepEqual({ width, format }, { width: 1_000, format: 'png' })
    assert.equal(readText(cardOf(await open(answer.bytes))).draft.backstory, 'Was born at sea.')
  })

  test('have a file name without path separators', async ({ assert }) => {
    const client = await stage.visitor()
    const id = await create(client, { name: '../..\\a "b"; c%é' })
    const { headers } = await download(client, cardPath(id, 'json'))
    assert.equal(
      headers.get('content-disposition'),
      `attachment; filename="a  b ; c__.json"; filename*=UTF-8''a%20%20b%20%3B%20c%25%C3%A9.json`
    )
  })

  test('are for their owner and admins, and for all viewers where forks are allowed', async ({ assert }) => {
    const [owner, other, admin] = [await stage.visitor(), await stage.visitor(), await stage.visitor()]
    await stage.makeAdmin(admin)
    const adult = await stage.visitor()
    await adult.put('/api/user/settings', { limitlessEnabled: true, isOfAge: true })
    const secret = { definitionPublic: false, systemPrompt: 'Hush.' }
    const cases: [Record<string, unknown>, Record<'owner' | 'admin' | 'other' | 'adult', number>, string?][] = [
      [{ ...secret }, { owner: 200, admin: 200, other: 403, adult: 403 }, 'card_not_allowed'],
      [
        { ...secret, allowForks: true },
        { owner: 200, admin: 200, other: 200, adult: 200 },
      ],
      [
        { ...secret, allowForks: true, isPublic: false },
        { owner: 200, admin: 200, other: 404, adult: 404 },
        'not_found',
      ],
      [
        { ...secret, allowForks: true, category: 'Limitless' },
        { owner: 200, admin: 403, other: 403, adult: 200 },
        'adult_gate',
      ],
    ]
    for (const [fields, expected, code] of cases) {
      const id = await create(owner, fields)
      const got = { owner, admin, other, adult }
      for (const [role, client] of Object.entries(got)) {
        const answer = await download(client, cardPath(id, 'json'))
        const status = expected[role as keyof typeof expected]
        assert.equal(answer.status, status, `${role} of ${JSON.stringify(fields)}`)
        if (status === 200) assert.include(answer.bytes.toString(), 'Hush.')
        else assert.equal(answer.code, code)
      }
    }
    const id = await create(owner)
    await owner.delete(`/api/characters/${id}`)
    assert.equal((await download(owner, cardPath(id, 'json'))).status, 404)
  })

  test('are refused in an unknown format', async ({ assert }) => {
    const client = await stage.visitor()
    const id = await create(client)
    for (const query of ['format=exe', 'spec=v9', 'format=json&format=png'])
      assert.equal((await download(client, `/api/characters/${id}/card?${query}`)).status, 422, query)
  })
})

const bookOf = async (client: Client, name: string, content: string): Promise<string> => {
  const book = await client.post('/api/lorebooks', { name })
  const entry = await client.post(`/api/lorebooks/${book.body.id}/entries`, { keys: ['net'], content })
  if (entry.status !== 201) throw new Error(entry.text)
  return book.body.id
}

test.group('The archive of all cards', (group) => {
  group.setup(setUp)

  test('has each of the caller’s characters once, and nothing of others', async ({ assert }) => {
    const client = await stage.visitor()
    const face = await upload(client, '#306030')
    await bringCard(client, hostileCard)
    await create(client)
    await create(client, { name: 'mo', category: 'Limitless' })
    await create(client, { name: 'Ida', assets: [{ type: 'emotion', name: 'sad', address: face }] })
    await create(await stage.visitor(), { name: 'Not mine' })
    const answer = await download(client, '/api/cards/export')
    assert.match(answer.headers.get('content-disposition')!, /^attachment; filename="cards-[\d-]+\.zip"/)
    const archive = await open(answer.bytes)
    assert.deepEqual(
      archive.files.map(({ name }) => name),
      ['Mira.png', 'Mo.png', 'mo (2).png', 'Ida.charx']
    )
    const [mira] = archive.files
    const read = await mira!.read()
    if (!read.ok) throw new Error(read.failure.reason)
    assert.equal(cardOf(await open(read.value)), hostileCard)
  })

  test('ends when the client disconnects, and then another can begin', async ({ assert }) => {
    const client = await stage.visitor()
    // The export must be larger than the network buffers.
    const backstory = 'Born. '.repeat(16_000)
    const rows = 400
    await stage.db.query(
      `WITH made AS (
         INSERT INTO characters (id, created_by, name, description, backstory, personality, category)
         SELECT uuidv7(), $1, 'C' || n, 'D', $2, 'P', 'General' FROM generate_series(1, $3::int) n RETURNING id
       ) SELECT FROM made`,
      [client.user.id, backstory, rows]
    )
    const leaving = new AbortController()
    const headers = { cookie: client.cookie }
    const answer = await fetch(`${client.url}/api/cards/export`, { headers, signal: leaving.signal })
    assert.equal(answer.status, 200)
    await answer.body!.getReader().read()
    assert.equal((await download(client, '/api/cards/export')).code, 'export_under_way')
    leaving.abort()
    for (;;) {
      const next = new AbortController()
      const again = await fetch(`${client.url}/api/cards/export`, { headers, signal: next.signal })
      if (again.status === 409) continue
      assert.equal(again.status, 200)
      next.abort()
      return
    }
  }).tags(longRun)
})

test.group('The account export', (group) => {
  group.setup(setUp)

  test('has cards and lorebooks as other apps read them', async ({ assert }) => {
    const client = await stage.visitor()
    const id = await bringCard(client, hostileCard)
    const bookId = await bookOf(client, 'Sea', 'Hemp.')
    const { text } = await client.get('/api/user/export')
    const exported = JSON.parse(text)
    assert.deepEqual(
      exported.cards.map(({ characterId }: { characterId: string }) => characterId),
      [id]
    )
    const document = JsonDocument.parse(text)
    if (!document.ok) throw new Error(document.failure.reason)
    assert.equal(document.value.raw(document.value.find(['cards', 0, 'card'])!), hostileCard.trim())
    const [fromCard, own] = exported.lorebookFiles
    assert.deepInclude(own, { lorebookId: bookId })
    assert.equal(own.lorebook.spec, 'lorebook_v3')
    assert.equal(fromCard.lorebook.data.name, 'Coast')
    assert.include(exported.otherFormats.chats, 'format=sillytavern')
    for (const key of ['characters', 'lorebooks', 'chats', 'account']) assert.property(exported, key)
  })
})

import { readdirSync } from 'node:fs'
import { join } from 'node:path'
import { test } from '@japa/runner'
import sharp from 'sharp'
import { expressionsOf, type CharacterDetails } from '#modules/gallery/api'
import { animation } from '#tests/support/animation'
import type { Client } from '#tests/support/client'
import { sharedStage, type Stage } from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'
import { differenceLimits, type CardFileOutcome } from '../api.ts'
import { holdsPlace } from '../formats/files/pictures/exif.ts'
import { lorebookHashesMax } from '../src/importing/imported_lorebooks.ts'
import { formOf, formType, importCards, sendCards } from './support/cards_form.ts'
import {
  cardWithAsset,
  makeByaf,
  makeCharX,
  makeHostileFiles,
  makePng,
  makeValidFiles,
  makeZip,
  makeZipOf,
  open,
  readAsset,
  textChunk,
  v1Card,
  v2Card,
  v3Card,
} from './support/index.ts'

let stage: Stage
let folder = ''

const setUp = async () => {
  stage = await sharedStage('small')
  folder = stage.server.dataDir
}

const details = async (client: Client, id: string): Promise<CharacterDetails> =>
  (await client.get(`/api/characters/${id}?edit=true`)).body

const only = async (client: Client, name: string, file: Buffer | string, query = ''): Promise<CardFileOutcome> => {
  const outcomes = await importCards(client, { [name]: file }, query)
  if (outcomes.length !== 1) throw new Error(`There are ${outcomes.length} outcomes`)
  return outcomes[0]!
}

const downloadCard = async ({ url, cookie }: Client, id: string) => {
  const answer = await fetch(`${url}/api/characters/${id}/card?format=charx`, { headers: { cookie } })
  return Buffer.from(await answer.arrayBuffer())
}

/** Counts the user's rows in the database. Deleted characters don't count. */
const countsOf = async ({ user: { id } }: Client) => {
  const { rows } = await stage.db.query(
    `SELECT (SELECT count(*)::int FROM characters WHERE created_by = $1 AND deleted_at IS NULL) AS characters,
       (SELECT count(*)::int FROM card_originals WHERE user_id = $1) AS originals,
       (SELECT count(*)::int FROM card_files WHERE user_id = $1) AS files,
       (SELECT count(*)::int FROM lorebooks WHERE user_id = $1) AS lorebooks,
       (SELECT count(*)::int FROM pictures WHERE owner_id = $1) AS pictures`,
    [id]
  )
  return rows[0]
}

/** Lists the server's data folder without the outbox, where the mail to a new user arrives a moment later. */
const foldersOfServer = () =>
  readdirSync(folder)
    .filter((name) => name !== 'outbox')
    .toSorted()

const nothing = { characters: 0, originals: 0, files: 0, lorebooks: 0, pictures: 0 }

test.group('Imports of cards', (group) => {
  group.setup(setUp)

  test('read every format', async ({ assert }) => {
    const client = await stage.visitor()
    const outcomes = await importCards(client, await makeValidFiles(), '?doubles=copy')
    const shown = outcomes.map(({ file, outcome, report, contents }) =>
      [file, outcome, report.format, ...(contents ? [contents.greetings, contents.lorebookEntries] : [])].join(' ')
    )
    assert.deepEqual(shown, [
      'v1.png imported v1 1 0',
      'v2.png imported v2 2 0',
      'v3.png imported v3 2 0',
      'awkward.png imported v3 1 0',
      'animated.png imported v2 2 0',
      'before_data.png imported v2 2 0',
      'ztxt.png imported v2 2 0',
      'itxt.png imported v2 2 0',
      'itxt_packed.png imported v3 2 0',
      'risu_assets.png imported v3 2 0',
      'novelai.png imported novelai',
      'backyard.png imported backyard 0 0',
      'card.jpg imported v2 2 0',
      'card.webp imported v2 2 0',
      'card_base64.webp imported v2 2 0',
      'card_numbers.webp imported v2 2 0',
      'card.charx imported v3 2 0',
      'streamed.charx imported v3 2 0',
      'card.jpeg imported v3 2 0',
      'shifted.jpeg imported v3 2 0',
      'card.byaf imported byaf 2 1',
      'cards.zip/a/v1.json imported v1 1 0',
      'cards.zip/b.png imported v2 2 0',
      'cards.zip/c.charx imported v3 2 0',
      'v3.json imported v3 2 0',
      'v3_utf16.json imported v3 2 0',
      'card.yaml imported ooba_yaml 1 0',
      'chat.jsonl refused chat',
    ])
    for (const { outcome, character, lorebook, report, file } of outcomes) {
      if (outcome === 'refused') assert.isNotEmpty(report.refusedBecause, file)
      else assert.isString(character?.id ?? lorebook?.id, file)
    }
    const avatars = await Promise.all(
      outcomes.flatMap(({ file, character }) =>
        character ? [details(client, character.id!).then(({ avatar }) => [file, avatar] as const)] : []
      )
    )
    for (const [file, avatar] of avatars) {
      const hasPicture = !/\.json$|\.yaml$/.test(file)
      assert.match(avatar!, hasPicture ? /^\/pictures\/uploads\// : /^\/pictures\/mark\//, file)
      assert.equal((await client.get(`${avatar}${hasPicture ? '?w=96' : ''}`)).status, 200, file)
    }
    assert.deepEqual(readdirSync(join(folder, 'imports-under-way')), [])
  })

  test('keep all parts of a card, private and with a hidden definition', async ({ assert }) => {
    const [client, other] = [await stage.visitor(), await stage.visitor()]
    const card = v3Card()
    Object.assign(card.data, {
      system_prompt: 'Stay in the storm.',
      post_history_instructions: 'Short sentences.',
      group_only_greetings: ['Crew, look up.'],
      nickname: 'Mi',
      source: ['https://example.com/mira'],
      extensions: { depth_prompt: { prompt: 'It rains.', depth: 2, role: 'user' } },
      character_book: {
        extensions: {},
        entries: [
          {
            keys: ['lamp'],
            content: 'It is old.',
            extensions: {},
            enabled: true,
            insertion_order: 1,
            use_regex: false,
          },
        ],
      },
    })
    const { character, lorebook, contents } = await only(client, 'mira.png', makePng({ ccv3: card }))
    const own = await details(client, character!.id!)
    assert.containsSubset(own, {
      name: 'Mira',
      nickname: 'Mi',
      description: 'Best with a slow pace.',
      backstory: 'A lighthouse keeper.',
      personality: 'Calm',
      scenario: 'A storm is coming.',
      firstMessage: 'Come in, quickly!',
      greeting: null,
      alternateGreetings: ['The lamp is out.'],
      groupGreetings: ['Crew, look up.'],
      systemPrompt: 'Stay in the storm.',
      postHistoryInstructions: 'Short sentences.',
      depthNote: { text: 'It rains.', depth: 2, role: 'user' },
      creatorName: 'ada',
      version: '1.0',
      source: ['https://example.com/mira'],
      lorebookIds: [lorebook!.id!],
      isPublic: false,
      isNsfw: false,
      allowForks: false,
      definitionPublic: false,
    })
    assert.deepInclude(lorebook, { name: 'Mira', entryCount: 1 })
    assert.deepInclude(contents, { greetings: 3, lorebookEntries: 1, picture: null, forbiddenWords: [] })
    assert.equal((await client.get(`/api/lorebooks/${lorebook!.id}`)).body.name, 'Mira')
    assert.equal((await other.get(`/api/characters/${character!.id}`)).status, 404)

    assert.equal((await client.put(`/api/characters/${character!.id}`, { isPublic: true })).status, 200)
    const seen = (await other.get(`/api/characters/${character!.id}`)).body
    for (const field of [
      'backstory',
      'personality',
      'scenario',
      'exampleDialogue',
      'systemPrompt',
      'postHistoryInstructions',
      'depthNote',
    ])
      assert.isNull(seen[field], field)
    assert.deepEqual(seen.lorebookIds, [])
    assert.deepInclude(seen, { name: 'Mira', firstMessage: 'Come in, quickly!', avatar: own.avatar })
    const text = JSON.stringify([seen, (await other.get(`/api/characters?q=Mira`)).body])
    assert.notInclude(text, 'lighthouse keeper')
    assert.equal((await other.get(`/api/lorebooks/${lorebook!.id}`)).status, 404)
  })

  test('use the pictures that a card names, and report the rest', async ({ assert }) => {
    const client = await stage.visitor()
    const card = cardWithAsset()
    const gif = await animation(['red', 'lime'])
    const asset = (type: string, uri: string, name: string, ext = 'png') => ({ type, uri, name, ext })
    card.data.assets.push(
      asset('background', 'embeded://place.png', 'main'),
      asset('emotion', 'embeded://happy.png', 'happy'),
      asset('emotion', 'embeded://wave.gif', 'wave', 'gif'),
      asset('emotion', 'embeded://song.mp3', 'song'),
      asset('emotion', 'embeded://none.png', 'none'),
      asset('emotion', 'https://example.com/far.png', 'far'),
      asset(
        'emotion',
        `data:image/png;base64,${makePng({ size: { width: 7, height: 7 } }).toString('base64')}`,
        'inline'
      ),
      asset('emotion', 'embeded://../../../etc/passwd', 'up')
    )
    const assets = {
      'assets/icon/images/main.png': makePng(),
      'place.png': makePng({ size: { width: 5, height: 3 } }),
      'happy.png': makePng({ size: { width: 6, height: 3 } }),
      'wave.gif': gif,
      'song.mp3': 'ID3',
    }
    const { character, report } = await only(client, 'mira.charx', makeCharX({ card, assets }))
    const own = await details(client, character!.id!)
    assert.deepEqual(
      own.assets.map(({ type, name }) => `${type} ${name}`),
      ['icon main', 'background main', 'emotion happy', 'emotion wave', 'emotion inline']
    )
    assert.equal(own.avatar, own.assets[0]!.address)
    assert.equal(own.background, own.assets[1]!.address)
    for (const { address } of own.assets) assert.equal((await client.get(address)).status, 200)
    const written = await open(await downloadCard(client, character!.id!))
    assert.isTrue((await readAsset(written, 'embeded://wave.gif')).equals(gif))
    const lines = [...report.kept, ...report.warnings].join('\n')
    for (const name of ['song', 'none', 'up']) assert.include(lines, `"${name}"`)
    assert.include(lines, 'never fetched')
  })

  test('take the sprites in a folder beside the card’s file, at most 64', async ({ assert }) => {
    const client = await stage.visitor()
    const card = v2Card()
    const noa = v3Card()
    noa.data.name = 'Noa'
    const sprite = (width: number) => makePng({ size: { width, height: 3 } })
    const many = Array.from({ length: 63 }, (_, n) => ({ name: `cards/mira/face ${n}.png`, content: sprite(40 + n) }))
    const outcomes = await importCards(client, {
      'pack.zip': makeZip([
        { name: 'cards/Mira/joy.png', content: sprite(7) },
        { name: 'cards/Mira/Noa.png', content: makePng({ ccv3: noa }) },
        { name: 'cards/Mira.png', content: makePng({ chara: card }) },
        { name: 'cards/Mira/notes.txt', content: 'Faces.' },
        { name: 'other/sad.png', content: sprite(9) },
        ...many,
      ]),
    })
    assert.sameMembers(
      outcomes.map(({ file, outcome }) => `${file} ${outcome}`),
      [
        'pack.zip/cards/Mira.png imported',
        'pack.zip/cards/Mira/Noa.png imported',
        'pack.zip/cards/Mira/notes.txt refused',
        'pack.zip/other/sad.png refused',
        'pack.zip/cards/mira/face 62.png refused',
      ]
    )
    const id = outcomes.find(({ file }) => file.endsWith('/Mira.png'))!.character!.id!
    const { assets } = await details(client, id)
    const expressions = expressionsOf(assets)
    // The card in the folder counts among the 64 files, but is no sprite.
    assert.lengthOf(expressions, 63)
    assert.includeMembers(
      expressions.map(({ name }) => name),
      ['joy', 'face 0', 'face 61']
    )
    for (const { address } of expressions.slice(0, 2)) assert.equal((await client.get(address)).status, 200)
    const written = await open(await downloadCard(client, id))
    assert.isAtLeast(written.assets.names.filter((name) => name.startsWith('assets/emotion/')).length, 63)
  })

  test('detect cards that the user already has', async ({ assert }) => {
    const client = await stage.visitor()
    const png = makePng({ ccv3: v3Card() })
    const first = await only(client, 'mira.png', png)
    const id = first.character!.id
    assert.deepInclude(await only(client, 'again.png', png), { outcome: 'double', character: { id, name: 'Mira' } })
    // This file has the same text in another picture.
    const other = makePng({ ccv3: v3Card(), size: { width: 9, height: 3 } })
    assert.deepInclude(await only(client, 'other.png', other), { outcome: 'double', character: { id, name: 'Mira' } })
    assert.deepInclude(await countsOf(client), { characters: 1, originals: 1, files: 1 })

    await client.put(`/api/characters/${id}`, { name: 'Mine', isPublic: true, isNsfw: true })
    const saved = await only(client, 'other.png', other, '?doubles=version')
    assert.deepInclude(saved, { outcome: 'imported', character: { id, name: 'Mira' } })
    const own = await details(client, id!)
    assert.deepInclude(own, { name: 'Mira', isPublic: true, isNsfw: true })
    const versions = (await client.get(`/api/characters/${id}/versions`)).body
    assert.lengthOf(versions, 3)
    assert.deepInclude(await countsOf(client), { characters: 1, originals: 1, files: 2 })

    const copy = await only(client, 'other.png', other, '?doubles=copy')
    assert.equal(copy.outcome, 'imported')
    assert.notEqual(copy.character!.id, id)
    assert.deepInclude(await countsOf(client), { characters: 2, originals: 2 })

    for (const one of [id, copy.character!.id]) await client.delete(`/api/characters/${one}`)
    assert.equal((await only(client, 'mira.png', png)).outcome, 'imported')
    assert.equal((await only(await stage.visitor(), 'mira.png', png)).outcome, 'imported')
  })

  test('create one character for equal files in a request', async ({ assert }) => {
    const client = await stage.visitor()
    const [png, book] = [
      makePng({ chara: v2Card() }),
      JSON.stringify({ spec: 'lorebook_v3', data: { name: 'Sea', extensions: {}, entries: [] } }),
    ]
    const files = Object.fromEntries(
      Array.from(
        { length: 4 },
        (_, n) =>
          [
            [`${n}.png`, png],
            [`${n}.json`, book],
          ] as const
      ).flat()
    )
    const outcomes = await importCards(client, files)
    for (const end of ['.png', '.json'])
      assert.sameMembers(
        outcomes.filter(({ file }) => file.endsWith(end)).map(({ outcome }) => outcome),
        ['imported', 'double', 'double', 'double']
      )
    assert.deepInclude(await countsOf(client), { characters: 1, lorebooks: 1, originals: 1 })
    const preview = await importCards(await stage.visitor(), files, '?dryRun=true')
    assert.lengthOf(
      preview.filter(({ outcome, character }) => outcome === 'double' && character),
      3
    )
  }).tags(longRun)

  test('show a preview that stores nothing', async ({ assert }) => {
    const client = await stage.visitor()
    const files = await makeValidFiles()
    const outcomes = await importCards(client, files, '?dryRun=true&doubles=copy')
    assert.deepEqual(await countsOf(client), nothing)
    for (const { character, lorebook } of outcomes) assert.isNull(character?.id ?? lorebook?.id ?? null)
    const { contents } = outcomes.find(({ file }) => file === 'v3.png')!
    assert.match(contents!.picture!, /^data:image\/webp;base64,/)
    assert.deepInclude(contents, {
      teaser: 'Best with a slow pace.',
      category: 'General',
      tags: ['sea', 'storm'],
      greetings: 2,
    })
    assert.isNull(outcomes.find(({ file }) => file === 'v3.json')!.contents!.picture)
    await only(client, 'v3.png', files['v3.png']!)
    const double = await only(client, 'v3.png', files['v3.png']!, '?dryRun=true')
    assert.equal(double.outcome, 'double')
    assert.isString(double.character!.id)
  })

  test('open archives, and report each of their files', async ({ assert }) => {
    const client = await stage.visitor()
    const inner = makeZipOf({ 'deep.json': v2Card() })
    const pack = makeZipOf({
      'a/mira.json': v3Card(),
      'b.png': makePng({ chara: { ...v2Card(), data: { ...v2Card().data, name: 'Noa' } } }),
      'book.json': { spec: 'lorebook_v3', data: { name: 'Sea', extensions: {}, entries: [] } },
      'readme.txt': 'Hello',
      'inner.zip': inner,
    })
    const outcomes = await importCards(client, { 'pack.zip': pack })
    assert.deepEqual(
      outcomes.map(
        ({ file, outcome, character, lorebook }) => `${file} ${outcome} ${character?.name ?? lorebook?.name ?? '-'}`
      ),
      [
        'pack.zip/a/mira.json imported Mira',
        'pack.zip/b.png imported Noa',
        'pack.zip/book.json imported Sea',
        'pack.zip/readme.txt refused -',
        'pack.zip/inner.zip refused -',
      ]
    )
    const { rows } = await stage.db.query(
      'SELECT file_name, archive_name FROM card_originals WHERE user_id = $1 ORDER BY file_name',
      [client.user.id]
    )
    assert.deepEqual(rows, [
      { file_name: 'a/mira.json', archive_name: 'pack.zip' },
      { file_name: 'b.png', archive_name: 'pack.zip' },
    ])
  })

  test('accept words that can’t be published, and keep the character private', async ({ assert }) => {
    const client = await stage.visitor()
    const card = v2Card()
    card.data.description = 'She keeps the sails from scattering.'
    card.data.tags.push('NSFW')
    const { character, contents, report } = await only(client, 'mira.json', JSON.stringify(card))
    assert.deepEqual(contents!.forbiddenWords, ['scat', 'scatt'])
    assert.include(report.warnings[0], 'scat, scatt')
    assert.isTrue(contents!.isNsfw)
    const path = `/api/characters/${character!.id}`
    const refused = { status: 422, code: 'content_not_allowed' }
    const put = async (fields: object) => {
      const { status, body } = await client.put(path, fields)
      return { status, code: body.code }
    }
    assert.equal((await put({ personality: 'Kind.' })).status, 200)
    assert.deepEqual(await put({ personality: 'Gory.' }), refused)
    assert.deepEqual(await put({ isPublic: true }), refused)
    assert.equal((await put({ backstory: 'She keeps the sails.', isPublic: true })).status, 200)
    const restored = await client.post(`${path}/versions/1/restore`)
    assert.deepEqual({ status: restored.status, code: restored.body.code }, refused)
    assert.equal((await put({ isPublic: false })).status, 200)
    assert.equal((await client.post(`${path}/versions/1/restore`)).status, 200)
    assert.deepEqual(await put({ isPublic: true }), refused)

    // A card can't bring forbidden words into a public character either.
    await put({ backstory: 'She keeps the sails.', isPublic: true })
    const version = await only(client, 'mira.json', JSON.stringify(card), '?doubles=version')
    assert.equal(version.outcome, 'refused')
    assert.include(version.report.refusedBecause, 'scat')
    assert.equal((await details(client, character!.id!)).backstory, 'She keeps the sails.')
  })

  test('need no description until the character is public', async ({ assert }) => {
    const client = await stage.visitor()
    const { character } = await only(client, 'mira.json', JSON.stringify({ name: 'Mira', first_mes: 'Hello.' }))
    const path = `/api/characters/${character!.id}`
    assert.equal((await client.put(path, { personality: 'Kind.' })).status, 200)
    assert.equal((await client.put(path, { isPublic: true })).status, 422)
    assert.equal((await client.put(path, { isPublic: true, description: 'A keeper.' })).status, 200)
  }).tags(longRun)

  test('refuse hostile files one by one', async ({ assert }) => {
    const client = await stage.visitor()
    const hostile = await makeHostileFiles()
    const before = foldersOfServer()
    const outcomes = await importCards(client, { ...hostile, 'good.json': JSON.stringify(v2Card()) })
    assert.deepEqual(
      outcomes.filter(({ outcome }) => outcome !== 'refused').map(({ file }) => file),
      ['good.json']
    )
    for (const { report, outcome } of outcomes) assert.equal(report.refusedBecause !== null, outcome === 'refused')
    assert.deepInclude(await countsOf(client), { characters: 1, files: 1 })
    assert.deepEqual(readdirSync(join(folder, 'imports-under-way')), [])
    assert.deepEqual(foldersOfServer(), [...new Set([...before, 'cards'])].toSorted())
  })

  test('never use names as paths', async ({ assert }) => {
    const client = await stage.visitor()
    const names = ['../../../etc/passwd', '..\\..\\up.json', '/abs.json', 'a\u202egnp.json', `${'x'.repeat(400)}.json`]
    for (const [n, name] of names.entries()) {
      const { outcome } = await only(client, name, JSON.stringify({ ...v2Card(), n }))
      assert.equal(outcome, 'imported', name)
    }
    const stored = readdirSync(join(folder, 'cards', 'originals', client.user.id), { recursive: true }).map(String)
    for (const file of stored) assert.match(file, /^[0-9a-f]{2}(\/[0-9a-f]{64})?$/)
  })

  test('report the chats of a Backyard card as kept, because only archives have readable ones', async ({ assert }) => {
    const client = await stage.visitor()
    const card = {
      aiName: 'Mira',
      aiPersona: 'Repairs lighthouses.',
      Chat: [{ ChatItems: [{ input: 'Hi', output: 'Hm.' }] }],
    }
    const body = JSON.stringify({ version: 4, character: card })
    for (const query of ['?dryRun=true', '']) {
      const { outcome, report } = await only(client, 'mira.json', body, query)
      assert.equal(outcome, 'imported')
      assert.include(report.kept, 'character.Chat[0]: 1 message of a chat')
    }
    assert.isEmpty((await client.get('/api/chats')).body)
  })

  test('import the chats of an archive', async ({ assert }) => {
    const client = await stage.visitor()
    const message = (type: string, text: string, n: number) => ({
      type,
      ...(type === 'ai' ? { outputs: [{ text, createdAt: `2025-06-12T19:0${n}:00.000Z` }] } : { text }),
      createdAt: `2025-06-12T19:0${n}:00.000Z`,
    })
    const scenarios = [
      { title: 'The storm', messages: [message('human', 'Hello', 1), message('ai', 'Come in.', 2)] },
      { title: 'Later', messages: [message('human', 'Bye', 3)] },
    ]
    const byaf = makeByaf({ scenarios })
    const preview = await only(client, 'mira.byaf', byaf, '?dryRun=true')
    assert.equal(preview.contents!.chats, 2)
    assert.notInclude(preview.report.kept.join(' '), 'of a chat')
    assert.isEmpty((await client.get('/api/chats')).body)
    const { character, contents, report } = await only(client, 'mira.byaf', byaf)
    assert.equal(contents!.chats, 2)
    assert.notInclude(report.kept.join(' '), 'of a chat')
    const chats = (await client.get('/api/chats')).body as { id: string; title: string; lastMessage: string }[]
    assert.sameDeepMembers(
      chats.map(({ title, lastMessage }) => [title, lastMessage]),
      [
        ['The storm', 'Come in.'],
        ['Later', 'Bye'],
      ]
    )
    // A new version doesn't import the chats again.
    await only(client, 'mira.byaf', byaf, '?doubles=version')
    assert.lengthOf((await client.get(`/api/chats?characterId=${character!.id}`)).body, 2)
  })

  test('stop at the user’s storage limit', async ({ assert }) => {
    const client = await stage.visitor()
    const large = (n: number) =>
      makePng({ chara: { ...v2Card(), n }, after: [textChunk('Comment', 'x'.repeat(5_000_000))] })
    const outcomes = await importCards(client, {
      'a.png': large(1),
      'b.png': large(2),
      'c.json': JSON.stringify(v2Card()),
    })
    assert.deepEqual(
      outcomes.map(({ outcome }) => outcome),
      ['imported', 'refused', 'imported']
    )
    assert.match(outcomes[1]!.report.refusedBecause!, /: 5 of 8 MB/)
    const full = await sendCards(client, { 'b.png': large(2) })
    assert.equal(full.status, 413)
    assert.equal(full.body.code, 'storage_full')
    assert.match(full.body.message, /: 5 of 8 MB/)
    // A card that is already stored needs no additional storage.
    assert.equal((await only(client, 'a.png', large(1))).outcome, 'double')
  }).tags(longRun)

  test('refuse requests that aren’t forms with files', async ({ assert }) => {
    const client = await stage.visitor()
    const send = async (rawBody: Buffer | string, headers: Record<string, string> = formType, path = '/api/cards') => {
      const { status, body } = await client.call(path, { method: 'POST', rawBody, headers })
      return `${status} ${body.code}`
    }
    const form = formOf({ 'a.json': JSON.stringify(v2Card()) })
    assert.equal(await send('{}', { 'content-type': 'application/json' }), '415 unsupported_media_type')
    assert.equal(await send(formOf({})), '422 validation_failed')
    assert.equal(await send(formOf({ 'a.json': '{}' }, 'file')), '422 validation_failed')
    assert.equal(await send(form.subarray(0, -20)), '400 malformed')
    assert.equal(await send(form, formType, '/api/cards?doubles=all'), '422 validation_failed')
    assert.equal(await send(form, formType, '/api/cards?dryRun=maybe'), '422 validation_failed')
    for (const count of [101, 130]) {
      const many = Object.fromEntries(Array.from({ length: count }, (_, n) => [`${n}.json`, '{}']))
      assert.equal(await send(formOf(many)), '422 validation_failed')
    }
    assert.equal(
      (await (await stage.visitor()).call('/api/cards', { method: 'POST', rawBody: form, headers: formType })).status,
      200
    )
    assert.deepEqual(await countsOf(client), nothing)
  })

  test('keep the newest hashes of lorebook files', async ({ assert }) => {
    const client = await stage.visitor()
    await stage.db.query(
      `INSERT INTO card_lorebook_files (user_id, sha256, lorebook_id, created_at)
       SELECT $1, sha256(n::text::bytea), $1, '2020-01-01' FROM generate_series(1, ${lorebookHashesMax}) AS n`,
      [client.user.id]
    )
    const lorebook = JSON.stringify({ spec: 'lorebook_v3', data: { name: 'Sea', extensions: {}, entries: [] } })
    await only(client, 'sea.json', lorebook)
    const { rows } = await stage.db.query(`SELECT count(*)::int FROM card_lorebook_files WHERE user_id = $1`, [
      client.user.id,
    ])
    assert.deepEqual(rows, [{ count: lorebookHashesMax }])
    assert.equal((await only(client, 'sea.json', lorebook)).outcome, 'double')
  })

  test('run one at a time for each user', async ({ assert }) => {
    const client = await stage.visitor()
    const lease = (seconds: number) =>
      stage.db.query(
        `INSERT INTO card_imports_under_way VALUES ($1, $1, now() + make_interval(secs => $2))
         ON CONFLICT (user_id) DO UPDATE SET expires_at = excluded.expires_at`,
        [client.user.id, seconds]
      )
    await lease(60)
    const busy = await sendCards(client, { 'a.json': JSON.stringify(v2Card()) })
    assert.equal(`${busy.status} ${busy.body.code}`, '409 import_under_way')
    await lease(-1)
    assert.equal((await only(client, 'a.json', JSON.stringify(v2Card()))).outcome, 'imported')
    const { rows } = await stage.db.query('SELECT FROM card_imports_under_way WHERE user_id = $1', [client.user.id])
    assert.isEmpty(rows)
  })

  test('leave nothing behind when the account is deleted', async ({ assert }) => {
    const client = await stage.visitor()
    const { character } = await only(client, 'mira.png', makePng({ chara: v2Card() }))
    await only(
      client,
      'sea.json',
      JSON.stringify({ spec: 'lorebook_v3', data: { name: 'Sea', extensions: {}, entries: [] } })
    )
    await client.put(`/api/characters/${character!.id}`, { isPublic: true })
    const deleted = await client.call('/api/user', { method: 'DELETE', body: { currentPassword: 'correct horse' } })
    assert.equal(deleted.status, 200, deleted.text)
    assert.deepEqual(await countsOf(client), { ...nothing, files: 1 })
    const { rows } = await stage.db.query('SELECT FROM card_lorebook_files WHERE user_id = $1', [client.user.id])
    assert.isEmpty(rows)
    // The next run of the periodic task removes the file of the card.
    const { rows: files } = await stage.db.query(
      'SELECT unused_since::text AS since FROM card_files WHERE user_id = $1',
      [client.user.id]
    )
    assert.deepEqual(files, [{ since: '-infinity' }])
  })

  test('keep nothing of an original in a fork', async ({ assert }) => {
    const [client, other] = [await stage.visitor(), await stage.visitor()]
    const { character } = await only(client, 'mira.json', JSON.stringify(v2Card()))
    await client.put(`/api/characters/${character!.id}`, { isPublic: true, allowForks: true })
    assert.equal((await other.post(`/api/characters/${character!.id}/fork`)).status, 201)
    assert.deepInclude(await countsOf(other), { characters: 1, originals: 0, files: 0 })
  })

  test('tell group chats how talkative their characters are', async ({ assert }) => {
    const client = await stage.visitor()
    const card = (talkativeness: unknown) => ({
      ...v2Card(),
      data: { ...v2Card().data, extensions: { talkativeness } },
    })
    const cards = [card('0.9'), card(0), card(7), card(''), { ...v1Card(), talkativeness: 0.25 }]
    const characterIds: string[] = []
    for (const [index, each] of cards.entries()) {
      const { character } = await only(client, `${index}.json`, JSON.stringify(each))
      characterIds.push(character!.id!)
    }
    const { status, body, text } = await client.post('/api/group-chats', { characterIds })
    assert.equal(status, 201, text)
    const shares = body.characters.map(({ talkativeness }: { talkativeness: number }) => talkativeness.toFixed(2))
    assert.deepEqual(shares, ['0.90', '0.00', '0.50', '0.50', '0.25'])
  }).tags(longRun)
})

test.group('Lists and archives of cards', (group) => {
  group.setup(setUp)

  test('have an outcome for each card and file', async ({ assert }) => {
    const client = await stage.visitor()
    const card = (name: string) => ({ spec: 'chara_card_v2', data: { name, description: 'Sells maps.' } })
    const zip = makeZip([
      { name: 'Cards\\b.json', content: card('Windows') },
      { name: '../up.json', content: card('Up') },
      { name: 'link.json', content: '/etc/passwd', mode: 0o120777 },
      { name: 'twice.json', content: card('Once') },
      { name: 'twice.json', content: card('Twice') },
      { name: 'list.json', content: [card('In a list')] },
      { name: '__MACOSX/._b.json', content: 'x' },
    ])
    const outcomes = await importCards(client, {
      'a.json': JSON.stringify([card('Ann'), 1, card('Ben')]),
      'b.zip': zip,
    })
    assert.deepEqual(
      outcomes.map(({ file, outcome, character }) => `${outcome} ${file} ${character?.name ?? ''}`.trim()),
      [
        'imported a.json/0 Ann',
        'refused a.json/1',
        'imported a.json/2 Ben',
        'imported b.zip/Cards/b.json Windows',
        'imported b.zip/twice.json Once',
        'imported b.zip/list.json/0 In a list',
        'refused b.zip/../up.json',
        'refused b.zip/link.json',
        'refused b.zip/twice.json',
      ]
    )
    const again = await importCards(client, { 'a.json': JSON.stringify([card('Ann')]) })
    assert.equal(again[0]!.outcome, 'double')
  })
})

test.group('Newer cards of an author', (group) => {
  group.setup(setUp)

  test('become a version with their lorebook when the rule is version', async ({ assert }) => {
    const client = await stage.visitor()
    const card = (version: string, creator = 'Ana') => {
      const entry = { keys: ['lamp'], content: version, extensions: {}, enabled: true, insertion_order: 1 }
      const book = { name: `Coast ${version}`, entries: [entry], extensions: {} }
      const { data, ...rest } = v2Card()
      return JSON.stringify({
        ...rest,
        data: { ...data, name: 'Mira', creator, description: version, character_book: book },
      })
    }
    const first = (await only(client, 'a.json', card('1'))).character!.id!
    const own = (await client.post('/api/lorebooks', { name: 'Mine' })).body.id
    const before = await details(client, first)
    await client.put(`/api/characters/${first}`, { lorebookIds: [...before.lorebookIds, own] })
    const [preview] = await importCards(client, { 'a.json': card('2') }, '?dryRun=true')
    assert.deepInclude(preview, {
      outcome: 'imported',
      character: { id: null, name: 'Mira' },
      match: {
        id: first,
        name: 'Mira',
        by: 'creator',
        differences: [
          { field: 'backstory', number: null, before: '1', after: '2' },
          {
            field: 'lorebook',
            number: null,
            before: 'Coast 1: 1 entry',
            after: 'Coast 2: 1 entry, 1 new or changed',
          },
        ],
        moreDifferences: 0,
      },
    })
    const asVersion = await only(client, 'a.json', card('2'), '?dryRun=true&doubles=version')
    assert.deepInclude(asVersion, { outcome: 'imported', character: { id: first, name: 'Mira' } })

    const updated = await only(client, 'a.json', card('2'), '?doubles=version')
    assert.equal(updated.character!.id, first)
    const after = await details(client, first)
    assert.equal(after.backstory, '2')
    assert.deepEqual(after.lorebookIds, [updated.lorebook!.id, own])
    assert.equal(updated.lorebook!.name, 'Coast 2')
    assert.equal(updated.lorebook!.id, before.lorebookIds[0])
    assert.equal((await countsOf(client)).lorebooks, 2)
    // The same lorebook again makes no second one.
    const again = await only(client, 'a.json', card('2'), '?doubles=version')
    assert.isNull(again.lorebook)
    assert.deepEqual((await details(client, first)).lorebookIds, after.lorebookIds)
    // Cards of other authors, and cards that are only imported, are characters of their own.
    assert.notEqual((await only(client, 'a.json', card('3', 'Ben'), '?doubles=version')).character!.id, first)
    assert.notEqual((await only(client, 'a.json', card('4'))).character!.id, first)
  })

  test('update the edited lorebook of their character', async ({ assert }) => {
    const client = await stage.visitor()
    const entry = { keys: ['lamp'], content: '1', extensions: {}, enabled: true, insertion_order: 1 }
    const { data, ...rest } = v3Card()
    const book = { name: 'Coast', entries: [entry], extensions: {} }
    const text = JSON.stringify({ ...rest, data: { ...data, character_book: book } })
    const id = (await only(client, 'a.json', text)).character!.id!
    const lorebooks = (await details(client, id)).lorebookIds
    const path = `/api/lorebooks/${lorebooks[0]}/entries`
    const edit = async (content: string) => {
      const [{ id, revision }] = (await client.get(path)).body
      assert.equal((await client.put(`${path}/${id}`, { content, revision })).status, 200)
    }
    await edit('2')
    const card = (await client.call(`/api/characters/${id}/card?format=json`)).text
    await edit('3')
    const preview = await only(client, 'b.json', card, '?dryRun=true&doubles=version')
    const after = 'Coast: 1 entry, 1 new or changed'
    assert.deepEqual(preview.match!.differences, [{ field: 'lorebook', number: null, before: 'Coast: 1 entry', after }])
    const updated = await only(client, 'b.json', card, '?doubles=version')
    assert.equal(updated.lorebook!.id, lorebooks[0])
    assert.deepEqual((await details(client, id)).lorebookIds, lorebooks)
    assert.equal((await client.get(path)).body[0].content, '2')
    assert.equal((await countsOf(client)).lorebooks, 1)
    // A lorebook that the owner made isn't overwritten.
    const own = (await client.post('/api/lorebooks', { name: 'Mine' })).body.id
    await client.put(`/api/characters/${id}`, { lorebookIds: [own] })
    const made = await only(client, 'c.json', text, '?doubles=version')
    assert.notEqual(made.lorebook!.id, own)
    assert.equal((await client.get(`/api/lorebooks/${own}`)).body.name, 'Mine')
  })

  test('are known by their source, and by their ids in other apps', async ({ assert }) => {
    const client = await stage.visitor()
    const card = (name: string, backstory: string, more: object) => {
      const { data, ...rest } = v3Card()
      return JSON.stringify({ ...rest, data: { ...data, name, creator: '', description: backstory, ...more } })
    }
    const chub = { extensions: { chub: { id: 12, full_path: 'Ana/mira-1' } } }
    const ofChub = (await only(client, 'a.json', card('Mira', '1', chub))).character!.id!
    const site = { source: ['https://example.com/noor', 'https://example.com'] }
    const ofSite = (await only(client, 'b.json', card('Noor', '1', site))).character!.id!
    const match = async (file: string) => (await only(client, 'c.json', file, '?dryRun=true')).match
    assert.deepInclude(
      await match(card('Mira the Second', '2', { extensions: { chub: { full_path: 'ana/mira-1' } } })),
      {
        id: ofChub,
        by: 'source',
      }
    )
    assert.deepInclude(await match(card('Noor', '2', { source: ['https://example.com'] })), {
      id: ofSite,
      by: 'source',
    })
    // A homepage has many characters.
    assert.isNull(await match(card('Vela', '2', { source: ['https://example.com'] })))
    assert.isNull(await match(card('Mira', '2', { extensions: { chub: { full_path: 'ben/mira-1' } } })))
    const other = await stage.visitor()
    assert.isNull((await only(other, 'a.json', card('Mira', '1', chub), '?dryRun=true')).match)
    const renamed = await only(client, 'd.json', card('Mira the Second', '2', chub), '?doubles=version')
    assert.deepInclude(renamed.character, { id: ofChub, name: 'Mira the Second' })
    await client.delete(`/api/characters/${ofChub}`)
    assert.isNull(await match(card('Mira', '3', chub)))
  })

  test('stay known by earlier versions of their file', async ({ assert }) => {
    const client = await stage.visitor()
    const card = (backstory: string) => {
      const { data, ...rest } = v2Card()
      return JSON.stringify({ ...rest, data: { ...data, creator: 'Ana', description: backstory } })
    }
    const { id } = (await only(client, 'a.json', card('1'))).character!
    await only(client, 'a.json', card('2'), '?doubles=version')
    for (const query of ['?dryRun=true', '', '?doubles=skip']) {
      const again = await only(client, 'old.json', card('1'), query)
      assert.deepInclude(again, { outcome: 'double', character: { id, name: 'Mira' } })
    }
    const [inPicture] = await importCards(client, { 'old.png': makePng({ chara: JSON.parse(card('1')) }) })
    assert.deepInclude(inPicture, { outcome: 'double', character: { id, name: 'Mira' } })
    assert.equal((await countsOf(client)).characters, 1)

    await client.call('/api/user', { method: 'DELETE', body: { currentPassword: 'correct horse' } })
    const { rows } = await stage.db.query('SELECT FROM card_known_hashes WHERE user_id = $1', [client.user.id])
    assert.isEmpty(rows)
  })

  test('compare the largest texts within the limits of a response', async ({ assert }) => {
    const client = await stage.visitor()
    const card = (mark: string, greetings: number) => {
      const { data, ...rest } = v2Card()
      const long = (text: string, length: number) =>
        `${'a'.repeat(length / 2)}${text}${'b'.repeat(length / 2 - text.length)}`
      const alternate_greetings = Array.from({ length: greetings }, (_, at) => long(`${mark}${at}`, 10_000))
      return JSON.stringify({
        ...rest,
        data: { ...data, creator: 'Ana', description: long(mark, 100_000), alternate_greetings },
      })
    }
    await only(client, 'a.json', card('old', 300))
    const { match } = await only(client, 'a.json', card('new', 299), '?dryRun=true')
    assert.equal(match!.differences!.length, differenceLimits.countMax)
    assert.equal(match!.moreDifferences, 1 + 300 - differenceLimits.countMax)
    const [backstory, greeting] = match!.differences!
    assert.deepInclude(backstory, { field: 'backstory', number: null })
    assert.match(backstory!.before!, /^…a{160}oldb{160}…$/)
    assert.match(backstory!.after!, /^…a{160}newb{160}…$/)
    assert.deepInclude(greeting, { field: 'alternateGreetings', number: 1 })
    // Texts without anything in common are cut.
    const other = JSON.parse(card('x', 0))
    other.data.description = '🌊'.repeat(100_000)
    const cut = (await only(client, 'a.json', JSON.stringify(other), '?dryRun=true')).match!.differences![0]!
    assert.equal(cut.after, `${'🌊'.repeat(differenceLimits.textMax / 2)}…`)
    const unlike = (mark: string) => {
      const whole = JSON.parse(card('x', 0))
      whole.data.alternate_greetings = Array.from({ length: 60 }, (_, at) => `${mark} ${at} `.repeat(1_000))
      return JSON.stringify(whole)
    }
    const many = Array.from({ length: 10 }, (_, at): [string, string] => [`${at}.json`, unlike(String(at))])
    const answers = await importCards(client, many, '?dryRun=true')
    const differences = answers.map(({ match }) => match!.differences)
    assert.isBelow(JSON.stringify(differences).length, differenceLimits.lengthMax * 1.5)
    assert.isNull(differences.at(-1))
  })
})

test.group('Reports of cards', (group) => {
  group.setup(setUp)

  test('say that the place of a picture was removed', async ({ assert }) => {
    const client = await stage.visitor()
    const taken = { IFD3: { GPSLatitudeRef: 'N', GPSLatitude: '51/1 30/1 0/1' } }
    const plain = sharp({ create: { width: 4, height: 4, channels: 3, background: 'red' } })
    const picture = await plain.withExif(taken).png().toBuffer()
    const card = cardWithAsset()
    const file = makeCharX({ card: JSON.stringify(card), assets: { 'assets/icon/images/main.png': picture } })
    const { character, report } = await only(client, 'a.charx', file)
    assert.include(
      report.warnings,
      'A picture says where it was taken. Facet removed that; only the original file keeps it.'
    )
    const { avatar } = await details(client, character!.id!)
    const shown = await fetch(`${client.url}${avatar}?w=96`, { headers: { cookie: client.cookie } })
    assert.isFalse(holdsPlace(new Uint8Array(await shown.arrayBuffer())))
  })

  test('say when the cards of a PNG differ, and what lorebooks keep', async ({ assert }) => {
    const client = await stage.visitor()
    const v3 = v3Card()
    const entry = { keys: ['a'], content: 'b', extensions: { automation_id: 'x', triggers: ['swipe'] } }
    Object.assign(v3.data, { character_book: { entries: [entry], extensions: {} } })
    const older = v2Card()
    Object.assign(older.data, { ...v3.data, description: 'Stale.' })
    const png = makePng({ chara: JSON.stringify(older), ccv3: JSON.stringify(v3) })
    const { report } = await only(client, 'a.png', png)
    assert.include(report.warnings, 'The PNG has two cards. They differ in backstory. The V3 card (ccv3) was read.')
    assert.includeMembers(report.kept, ['Automation ids.', 'Triggers by kind of generation.'])
  })
})

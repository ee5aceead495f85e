import { randomBytes } from 'node:crypto'
import { createRequire } from 'node:module'
import { setImmediate as nextTurn } from 'node:timers/promises'
import { inflateRawSync } from 'node:zlib'
import app from '@adonisjs/core/services/app'
import { Database } from '@adonisjs/lucid/database'
import { test } from '@japa/runner'
import { newId } from '#modules/kernel/ids'
import type { PictureFocus } from '#modules/gallery/api'
import { sharedStage, startStage, type Chat, type Stage } from '#tests/support/stage'
import { longRun } from '#tests/support/long_run'
import { readBuiltInSet } from '#modules/gallery/src/built_in/content'
import { limits } from '../api.ts'
import { curlyQuotes } from '../files/book/curly_message.ts'
import type { Book } from '../files/book/book.ts'
import { readParts } from '../files/book/read_book.ts'
import { typeset } from '../files/book/typeset.ts'
import { zipFiles } from '../files/book/zip_files.ts'

let stage: Stage

const setUp = async () => {
  stage = await sharedStage('filled')
}

const pathOf = ({ sessionId }: Chat, query = '') => `/api/chats/${sessionId}/book${query}`
const epubOf = ({ sessionId }: Chat) => `/api/chats/${sessionId}/export?format=epub`

/** Replaces the messages of a chat. Their times are in minutes after 2026-03-01T01:00:00Z, and the speakers alternate. */
const write = async (chat: Chat, messages: readonly (readonly [minutes: number, content: string])[]) => {
  await stage.db.query('DELETE FROM chat_messages WHERE chat_session_id = $1', [chat.sessionId])
  await stage.db.query(
    `INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content, created_at)
     SELECT $2, uuidv7(), $1, n, CASE WHEN n % 2 = 0 THEN $2::uuid END, content, '2026-03-01T01:00:00Z'::timestamptz + minutes * INTERVAL '1 minute'
     FROM unnest($3::int[], $4::text[]) WITH ORDINALITY AS t (minutes, content, n)`,
    [chat.sessionId, chat.client.user.id, messages.map(([minutes]) => minutes), messages.map(([, content]) => content)]
  )
}

/** Creates a chat with its own character. */
const chatWith = async (fields: { name?: string; avatar?: string; focus?: PictureFocus } = {}) => {
  const chat = await stage.chat()
  const { rows } = await stage.db.query(
    `INSERT INTO characters (name, avatar, avatar_focus, created_by, is_public) SELECT $1, $2, $3, created_by, true FROM characters LIMIT 1
     RETURNING id`,
    [fields.name ?? 'Mo Vale', fields.avatar ?? null, fields.focus ?? null]
  )
  await stage.db.query('UPDATE chat_sessions SET character_id = $1 WHERE id = $2', [rows[0].id, chat.sessionId])
  return { ...chat, characterId: rows[0].id as string }
}

/** The parts of a document that these tests read. */
interface Element {
  id: string
  textContent: string
  outerHTML: string
  namespaceURI: string
  getAttribute(name: string): string | null
}
interface Document {
  documentElement: Element
  querySelector(selector: string): Element | null
  querySelectorAll(selector: string): Iterable<Element>
}
/** The DOM of jsdom, which has no types. Throws for XML that isn't well formed. */
const { JSDOM } = createRequire(import.meta.url)('jsdom') as {
  JSDOM: new (text: string, options?: { contentType: string }) => { window: { document: Document } }
}

const xml = (text: string) => new JSDOM(text, { contentType: 'application/xhtml+xml' }).window.document
const html = (text: string) => new JSDOM(text).window.document

interface ZipEntry {
  name: string
  method: number
  offset: number
  data: Buffer
}

/** Reads an archive by its central directory. */
const unzip = (archive: Buffer): ZipEntry[] => {
  const end = archive.lastIndexOf(Buffer.from('PK\x05\x06'))
  let at = archive.readUInt32LE(end + 16)
  return Array.from({ length: archive.readUInt16LE(end + 10) }, () => {
    const [method, size] = [archive.readUInt16LE(at + 10), archive.readUInt32LE(at + 20)]
    const nameLength = archive.readUInt16LE(at + 28)
    const offset = archive.readUInt32LE(at + 42)
    const name = archive.toString('utf8', at + 46, at + 46 + nameLength)
    const start = offset + 30 + archive.readUInt16LE(offset + 26) + archive.readUInt16LE(offset + 28)
    const packed = archive.subarray(start, start + size)
    at += 46 + nameLength + archive.readUInt16LE(at + 30) + archive.readUInt16LE(at + 32)
    return { name, method, offset, data: method === 8 ? inflateRawSync(packed) : packed }
  })
}

const readEpub = async (chat: Chat) => {
  const response = await fetch(stage.server.url + epubOf(chat), { headers: { cookie: chat.client.cookie } })
  const archive = Buffer.from(await response.arrayBuffer())
  const entries = unzip(archive)
  const textOf = (name: string) => entries.find((entry) => entry.name === name)!.data.toString()
  return { response, archive, entries, textOf, documents: entries.filter(({ name }) => name.endsWith('.xhtml')) }
}

/** Lists the problems in these files that EPUBCheck would report, as far as our books could cause them. Throws for malformed XML. */
const epubProblems = (entries: ZipEntry[]): string[] => {
  const problems: string[] = []
  const expect = (isTrue: unknown, problem: string) => isTrue || problems.push(problem)
  const textOf = (name: string) => entries.find((entry) => entry.name === name)?.data.toString() ?? ''
  const known = new Set(entries.map(({ name }) => name))
  expect(known.size === entries.length, 'two files have the same name')
  expect(textOf('mimetype') === 'application/epub+zip' && entries[0]!.name === 'mimetype', 'mimetype')

  const container = xml(textOf('META-INF/container.xml'))
  expect(container.querySelector('rootfile')!.getAttribute('full-path') === 'EPUB/package.opf', 'container')
  const opf = xml(textOf('EPUB/package.opf'))
  const uniqueId = opf.documentElement.getAttribute('unique-identifier')
  for (const field of [`identifier[id="${uniqueId}"]`, 'title', 'language', 'creator'])
    expect(opf.querySelector(`dc\\:${field}, ${field}`)?.textContent.trim(), `dc:${field} is empty`)
  expect(
    /^\d{4}(-\d\d){2}T(\d\d:){2}\d\dZ$/.test(opf.querySelector('[property="dcterms:modified"]')!.textContent),
    'date'
  )
  const items = [...opf.querySelectorAll('manifest > item')]
  const listed = items.map((item) => `EPUB/${item.getAttribute('href')}`)
  const ids = items.map((item) => item.id)
  expect(new Set(ids).size === ids.length, 'two items have the same id')
  expect(new Set(listed).size === listed.length, 'a file is listed twice')
  for (const name of listed) expect(known.has(name), `${name} is listed and missing`)
  for (const name of known)
    expect(
      /^(mimetype|META-INF\/container\.xml|EPUB\/package\.opf)$/.test(name) || listed.includes(name),
      `${name} is not listed`
    )
  for (const item of items) expect(coreTypes.has(item.getAttribute('media-type')!), `${item.id} has another media type`)
  expect(items.filter((item) => item.getAttribute('properties') === 'nav').length === 1, 'navigation')
  for (const item of opf.querySelectorAll('spine > itemref'))
    expect(ids.includes(item.getAttribute('idref')!), `${item.getAttribute('idref')} is not in the manifest`)

  for (const { name, data } of entries.filter((entry) => entry.name.endsWith('.xhtml'))) {
    const document = xml(data.toString())
    expect(document.documentElement.namespaceURI === 'http://www.w3.org/1999/xhtml', `${name} is not XHTML`)
    expect(document.querySelector('title')?.textContent.trim(), `${name} has no title`)
    for (const one of document.querySelectorAll('[href], [src]')) {
      const address = (one.getAttribute('href') ?? one.getAttribute('src'))!
      expect(known.has(`EPUB/${address}`), `${name} needs ${address}`)
    }
    for (const empty of document.querySelectorAll('ol:empty, li:empty, h1:empty, h2:empty, a:empty'))
      problems.push(`${name} has an empty ${empty.outerHTML}`)
    expect(
      document.querySelector('script, [style], [onclick], font, center, p p, p hr, p section') === null,
      `${name} has more`
    )
  }
  const nav = xml(textOf('EPUB/nav.xhtml'))
  expect(nav.querySelector('nav > ol > li > a') !== null, 'the table of contents is empty')
  return problems
}

/** Core media types of EPUB 3.3 that our books use. */
const coreTypes = new Set(['application/xhtml+xml', 'text/css', 'image/svg+xml', 'image/webp'])

test.group('The page of a book', (group) => {
  group.setup(setUp)

  test('typesets the chosen answers with names, actions and scenes', async ({ assert }) => {
    const chat = await chatWith()
    await write(chat, [
      [0, '*looks up* "Good evening, {{user}}," says {{char}}.\n\nSit down.'],
      [1, 'Thanks.'],
      [70, 'Still here?'],
      [71, "I'm --\nwaiting."],
      [60 * 24, 'Morning.'],
    ])
    await chat.client.put(`/api/chats/${chat.sessionId}/title`, { title: 'The "long" night' })
    const page = await chat.client.get(pathOf(chat))
    assert.equal(page.status, 200)
    assert.equal(page.headers['content-type'], 'text/html; charset=utf-8')
    assert.equal(page.headers['cache-control'], 'no-store')
    const document = html(page.text)
    assert.equal(document.querySelector('h1')!.textContent, 'The “long” night')
    assert.equal(document.querySelector('.subtitle')!.textContent, 'Mo Vale and Robin')
    assert.match(document.querySelector('.dates')!.textContent, /^March 1\s–\s2, 2026$/)
    assert.equal(document.querySelector('.notice')!.textContent, 'This is AI. Everything characters say is fiction.')
    assert.deepEqual(
      [...document.querySelectorAll('.chapter h2')].map(({ textContent }) => textContent),
      ['Chapter 1 Sunday, March 1, 2026', 'Chapter 2 Monday, March 2, 2026']
    )
    const parts = [...document.querySelectorAll('.chapter > :not(h2)')]
    assert.deepEqual(
      parts.map(({ outerHTML }) => outerHTML.replaceAll(' dir="auto"', '').replaceAll('\n', '')),
      [
        '<p class="turn"><bdi class="speaker">Mo Vale</bdi> <em>looks up</em> “Good evening, Robin,” says Mo Vale.</p>',
        '<p>Sit down.</p>',
        '<p class="turn"><bdi class="speaker">Robin</bdi> Thanks.</p>',
        '<hr class="scene">',
        '<p class="turn"><bdi class="speaker">Mo Vale</bdi> Still here?</p>',
        '<p class="turn"><bdi class="speaker">Robin</bdi> I’m —<br>waiting.</p>',
        '<p class="turn"><bdi class="speaker">Mo Vale</bdi> Morning.</p>',
      ]
    )
  })

  test('dates its chapters in the given time zone', async ({ assert }) => {
    const chat = await chatWith()
    await write(chat, [[0, 'Good evening.']])
    const dates = async (query: string) =>
      html((await chat.client.get(pathOf(chat, query))).text).querySelector('.dates')!
    assert.equal((await dates('')).textContent, 'March 1, 2026')
    assert.equal((await dates('?zone=America%2FLos_Angeles')).textContent, 'February 28, 2026')
    for (const zone of ['Mars/Olympus', 'x'.repeat(65), '&zone=UTC'])
      assert.equal((await dates(`?zone=${zone}`)).textContent, 'March 1, 2026')
  })

  test('contains texts as text, and loads only our own files', async ({ assert }) => {
    const attack = `</p><script>alert(1)</script><img src=x onerror=alert(1)> ![x](https://tracker.example/a.png) & "'`
    const chat = await chatWith({ name: `<b>Mo</b> "'&`, avatar: 'https://tracker.example/avatar.png?<"' })
    await write(chat, [[0, attack]])
    await chat.client.put(`/api/chats/${chat.sessionId}/title`, { title: attack.slice(0, 100) })
    const page = await chat.client.get(pathOf(chat))
    assert.equal(
      page.headers['content-security-policy'],
      "default-src 'none';script-src 'self';style-src 'self';img-src 'self';font-src 'self';base-uri 'none';form-action 'none';frame-ancestors 'none'"
    )
    const document = html(page.text)
    assert.include(
      document.querySelector('p.turn')!.textContent,
      '<script>alert(1)</script><img src=x onerror=alert(1)>'
    )
    assert.equal(document.querySelector('.speaker')!.textContent, `<b>Mo</b> "'&`)
    const loaded = [...document.querySelectorAll('[src], link[href]')].map(
      (element) => element.getAttribute('src') ?? element.getAttribute('href')!
    )
    assert.includeMembers(loaded, ['/book.css', '/book.js'])
    for (const address of loaded) assert.match(address, /^\/[a-z]/)
    assert.match(document.querySelector('.portrait')!.getAttribute('src')!, /^\/pictures\/mark\//)
    assert.isNull(document.querySelector('.portrait')!.getAttribute('data-position'))
    assert.lengthOf([...document.querySelectorAll('script')], 1)
    assert.lengthOf([...document.querySelectorAll('[style], [onerror], style')], 0)
  })

  test('keeps the focus of the portrait in view', async ({ assert }) => {
    const focus = { x: 0.25, y: 0.7034 }
    const positionOf = async (avatar: string) => {
      const chat = await chatWith({ avatar, focus })
      const page = await chat.client.get(pathOf(chat))
      return html(page.text).querySelector('.portrait')!.getAttribute('data-position')
    }
    assert.equal(await positionOf('/pictures/0.webp'), '25% 70.3%')
    // Another picture is shown in place of this one.
    assert.isNull(await positionOf('https://tracker.example/avatar.png'))
  })

  test('requires one’s own chat and respects the adult gate', async ({ assert }) => {
    const chat = await chatWith()
    const statuses = async (client = chat.client) => [
      (await client.get(pathOf(chat))).status,
      (await client.get(epubOf(chat))).status,
    ]
    assert.deepEqual(await statuses(), [200, 200])
    assert.deepEqual(await statuses(await stage.visitor()), [404, 404])
    await stage.db.query('UPDATE characters SET is_nsfw = true WHERE id = $1', [chat.characterId])
    assert.deepEqual(await statuses(), [403, 403])
    await stage.db.query('UPDATE characters SET deleted_at = now() WHERE id = $1', [chat.characterId])
    const gone = html((await chat.client.get(pathOf(chat))).text)
    assert.equal(gone.querySelector('h1')!.textContent, 'Deleted Character')
    assert.isNull(gone.querySelector('.portrait'))
    assert.notInclude((await readEpub(chat)).textOf('EPUB/package.opf'), 'cover')
    await chat.client.delete(`/api/chats/${chat.sessionId}`)
    assert.deepEqual(await statuses(), [404, 404])
  })

  test('is limited per hour, together with EPUBs', async ({ assert, cleanup }) => {
    const limited = await startStage({ env: { RATE_LIMITS: 'on' } })
    cleanup(() => limited.close())
    const chat = await limited.chat()
    for (let count = 0; count < limits.booksPerHour; count++)
      assert.equal((await chat.client.get(count % 2 ? epubOf(chat) : pathOf(chat))).status, 200)
    const refused = await chat.client.get(pathOf(chat))
    assert.equal(refused.status, 429)
    assert.isAbove(Number(refused.headers['retry-after']), 0)
    assert.equal((await chat.client.get(epubOf(chat))).status, 429)
    assert.equal((await chat.client.get(`/api/chats/${chat.sessionId}/export`)).status, 200)
  }).tags(longRun)
})

test.group('An EPUB', (group) => {
  group.setup(setUp)

  test('is a valid archive with a portrait, for a chat of 10,000 messages', async ({ assert }) => {
    const chat = await stage.chat()
    const control = 'a\u0001b\u{1F600}\ufffe <&>"'
    await write(
      chat,
      Array.from(
        { length: 10_000 },
        (_, n) => [n < 5_000 ? n : n + 600, `*nods* ${control} Message ${n + 1}.`] as const
      )
    )
    const { response, archive, entries, textOf, documents } = await readEpub(chat)
    assert.equal(response.status, 200)
    assert.equal(response.headers.get('content-type'), 'application/epub+zip')
    assert.match(response.headers.get('content-disposition')!, /^attachment; filename=".+\.epub"/)
    // Readers recognize the type at this place: no extra field, not compressed.
    assert.equal(archive.toString('latin1', 30, 58), 'mimetypeapplication/epub+zip')
    assert.deepInclude(entries[0]!, { name: 'mimetype', method: 0, offset: 0 })

    assert.deepEqual(epubProblems(entries), [])
    const opf = xml(textOf('EPUB/package.opf'))
    const spine = [...opf.querySelectorAll('spine > itemref')].map((item) => item.getAttribute('idref')!)
    assert.deepEqual(spine.slice(0, 2), ['title', 'text-1'])
    assert.equal(opf.querySelector('[property="dcterms:modified"]')!.textContent, '2026-03-08T09:39:00Z')
    const nav = xml(textOf('EPUB/nav.xhtml'))
    const links = [...nav.querySelectorAll('nav a')]
    assert.deepEqual(
      links.map(({ textContent }) => textContent),
      ['Title page', 'Chapter 1, Sunday, March 1, 2026', 'Chapter 2, Wednesday, March 4, 2026']
    )

    let count = 0
    for (const { name, data } of documents) {
      assert.isBelow(data.length, 400_000, name)
      for (const paragraph of xml(data.toString()).querySelectorAll('p.turn')) {
        count++
        assert.include(paragraph.textContent, `nods ab😀 <&>” Message ${count}.`)
      }
    }
    assert.equal(count, 10_000)
    const cover = entries.find(({ name }) => name === 'EPUB/cover.webp')!
    assert.equal(cover.data.toString('latin1', 8, 12), 'WEBP')
  })
    .tags(longRun)
    .timeout(60_000)

  test('shows a mark instead of another host’s picture, and no text without messages', async ({ assert }) => {
    const chat = await chatWith({ avatar: 'https://tracker.example/avatar.png' })
    await write(chat, [])
    const { textOf, entries } = await readEpub(chat)
    assert.notInclude(entries.map(({ data }) => data.toString('latin1')).join(''), 'tracker.example')
    assert.include(textOf('EPUB/package.opf'), 'href="cover.svg" media-type="image/svg+xml" properties="cover-image"')
    assert.isNull(xml(textOf('EPUB/cover.svg')).querySelector('script, image'))
    assert.deepEqual(epubProblems(entries), [])
    assert.include((await chat.client.get(pathOf(chat))).text, 'There are no messages in this chat.')
  })

  test('has a picture of the built-in fifty as WebP, though its address ends in .svg', async ({ assert }) => {
    const chat = await chatWith({ avatar: readBuiltInSet('fifty')[0]!.avatar })
    await write(chat, [])
    const { textOf, entries } = await readEpub(chat)
    assert.include(textOf('EPUB/package.opf'), 'href="cover.webp" media-type="image/webp" properties="cover-image"')
    assert.equal(entries.find(({ name }) => name === 'EPUB/cover.webp')!.data.toString('latin1', 8, 12), 'WEBP')
    assert.deepEqual(epubProblems(entries), [])
  })

  test('follows the rules of EPUB 3.3, with chapters and texts that are not HTML', async ({ assert }) => {
    const chat = await chatWith({ name: `<b>Mo</b> "'&` })
    await write(chat, [
      [0, '</p><h1></h1>\u0001\ufffe & "text"\n\n***\n\n*one\ntwo* <![CDATA[ ]]> <?php ?> <!-- --'],
      [60 * 24, 'שלום'],
      [60 * 48, '\u0001'],
    ])
    await chat.client.put(`/api/chats/${chat.sessionId}/title`, { title: ']]> & <i>' })
    const { entries, documents } = await readEpub(chat)
    assert.deepEqual(epubProblems(entries), [])
    assert.lengthOf(documents, 5)
  })

  test('is made no faster than it is read', async ({ assert }) => {
    let made = 0
    const files = async function* () {
      for (; made < 50; made++) yield { path: `${made}.xhtml`, content: randomBytes(200_000) }
    }
    const archive = zipFiles(files(), new Date())
    for (let turn = 0; turn < 200; turn++) await nextTurn()
    assert.isAtMost(made, 5)
    let size = 0
    for await (const chunk of archive) size += (chunk as Buffer).length
    assert.equal(made, 50)
    assert.isAbove(size, 0)
  })
})

test.group('Typesetting', () => {
  test('leaves the event loop after a few messages', async ({ assert }) => {
    const db = await app.container.make(Database)
    const [sessionId, userId] = [newId(), newId()]
    await db.rawQuery('INSERT INTO chat_sessions (id, user_id, character_id) VALUES (?, ?, ?)', [
      sessionId,
      userId,
      newId(),
    ])
    await db.rawQuery(
      `INSERT INTO chat_messages (user_id, id, chat_session_id, position, content)
       SELECT ?, uuidv7(), ?, n, repeat('word ', 2000) FROM generate_series(1, 100) n`,
      [userId, sessionId]
    )
    let turns = 0
    let isOver = false
    const count = async () => {
      for (; !isOver; turns++) await nextTurn()
    }
    const counting = count()
    const perTurn = new Map<number, number>()
    for await (const part of readParts(db, {
      sessionId,
      names: { char: 'Mo', user: 'Robin' },
      macros: { char: 'Mo', user: 'Robin', chatId: sessionId, timeZone: 'UTC' },
      chapters: [] as Book['chapters'],
    } as Book))
      if (part.kind === 'turn')
        perTurn.set(
          turns,
          (perTurn.get(turns) ?? 0) +
            part.blocks.flatMap((block) => (block ? Object.values(block) : [])).join('').length
        )
    isOver = true
    await counting
    assert.isAtMost(Math.max(...perTurn.values()), 30_000)
  })

  test('curls quotes and joins dashes', ({ assert }) => {
    const cases = {
      '"It\'s late," she said. "Don\'t."': '“It’s late,” she said. “Don’t.”',
      '("Yes")': '(“Yes”)',
      '*"Quietly"*': '*“Quietly”*',
      "'Is it?' the dogs' owner asks": '‘Is it?’ the dogs’ owner asks',
      '"\'No,\' he said."': '“‘No,’ he said.”',
      "the '90s": 'the ’90s',
      'wait--no -- never': 'wait—no — never',
      '--help and ---': '--help and ---',
      '„Schon“ «bon»': '„Schon“ «bon»',
    }
    for (const [text, curled] of Object.entries(cases)) assert.equal(curlyQuotes(text), curled)
  })

  test('recognizes paragraphs, ornaments and actions', ({ assert }) => {
    assert.deepEqual(typeset(' One.\r\n \n\n**two** three \n\n* * *\n\n---\n\na * b'), [
      { paragraph: 'One.' },
      { paragraph: '<strong>two</strong> three' },
      null,
      null,
      { paragraph: 'a * b' },
    ])
    assert.deepEqual(typeset('*two\nlines* <b>'), [{ paragraph: '<em>two<br/>\nlines</em> &lt;b&gt;' }])
    assert.deepEqual(typeset(' \n '), [])
  })

  test('takes linear time for long runs', ({ assert }) => {
    for (const text of ['*', '"', "'", '-', '\n', ' ', '\n ', '* ', '-\n', '"\''])
      assert.isArray(typeset(text.repeat(16_000)))
  }).timeout(5_000)
})

import fc from 'fast-check'
import { test } from '@japa/runner'
import type { ExportedChat, ExportedMessage, ImportedHeader, ImportedMessage } from '#modules/chat/index'
import { chatFileLimits } from '../formats/chats/limits.ts'
import { writeSillyTavern } from '../formats/chats/sillytavern/write_chat.ts'
import { answered, header, inShort, lines, now, readOne, said } from './chats_files.ts'

type Message = Extract<ExportedMessage, { kind: 'message' }>

/** Returns an imported chat as the store does, with changes. */
const exportOf = (
  read: { header: ImportedHeader; messages: ImportedMessage[] },
  change: (message: Message, index: number) => Message = (message) => message,
  more: Partial<ExportedChat> = {}
): ExportedChat => ({
  title: read.header.title,
  pins: read.header.pins,
  settings: read.header.settings,
  createdAt: read.header.createdAt ?? new Date(now),
  imported: {
    format: read.header.format,
    title: read.header.title,
    pins: read.header.pins,
    header: read.header.original,
  },
  names: { character: 'Mo Vale', user: 'Ann' },
  notice: 'This is AI.',
  messages: toMessages(read.messages, change),
  ...more,
})

async function* toMessages(messages: ImportedMessage[], change: (message: Message, index: number) => Message) {
  for (const [
    index,
    { role, text, createdAt, alternates, selected, hidden, isHiddenFromPrompts, original, speaker },
  ] of messages.entries()) {
    if (hidden) yield { kind: 'hidden' as const, original: original! }
    else
      yield change(
        {
          kind: 'message',
          isUser: role === 'user',
          speaker,
          text,
          createdAt,
          tier: role === 'user' ? null : 'imported',
          alternates: alternates.map((answer) => ({ ...answer, tier: 'imported' })),
          selected,
          isHiddenFromPrompts,
          original,
        },
        index
      )
  }
}

const picture = (data: string, alt = 'A boat') => ({
  kind: 'shown' as const,
  alt,
  data: `data:image/webp;base64,${data}`,
})

const write = async (chat: ExportedChat): Promise<string> => {
  const pieces = await Array.fromAsync(writeSillyTavern(chat, now))
  return Buffer.concat(pieces).toString()
}

const odd =
  '{ "name":"Mo Vale" , "mes" : "One.","is_user":false, "send_date":"2024-06-05T15:01:00.000Z","n":9007199254740993,"f":1.0,"z":-0,' +
  '"twice":1,"twice":2,"__proto__":{"x":1},"s":"\\ud800\\u0000", "swipes" : [ "One." , "Two.", "" ] ,"swipe_id":0,"swipe_info":[{"a":1.0},{},{}],"last":[ ] }'

test.group('Exports to SillyTavern', () => {
  test('return a file byte for byte when nothing has changed', async ({ assert }) => {
    const file = lines(
      '{"user_name":"Ann","character_name":"Mo Vale", "create_date":"2024-6-5 @14h 56m 50s 682ms","chat_metadata":{"note_prompt":"x","n":1.0}}',
      odd,
      said('Hello?'),
      answered('hidden', { is_system: true }),
      answered('New.', { swipes: ['One.', 'Two.'], swipe_id: 9 }),
      answered('', { mes: { message: 'Chub.' } })
    )
    assert.equal(await write(exportOf(await readOne(file, { fileName: 'Old.jsonl' }))), file)
    assert.equal(await write(exportOf(await readOne(`\ufeff${file.replaceAll('\n', '\r\n')}`))), file)
    const group = lines(said('Hello?'), answered('Hi.', { name: 'Ida' }))
    assert.equal(await write(exportOf(await readOne(group, { fileName: 'Group.jsonl' }))), group)
  })

  test('replace only the text of an edited message', async ({ assert }) => {
    const read = await readOne(lines(header(), odd, said('Hello?')))
    const edited = await write(
      exportOf(read, (message) =>
        message.isUser
          ? { ...message, text: 'Hello, "Mo"?' }
          : {
              ...message,
              text: 'Edited.',
              alternates: message.alternates.map((answer, n) => (n === 0 ? { ...answer, text: 'Edited.' } : answer)),
            }
      )
    )
    const [, first, second] = edited.split('\n')
    assert.equal(first, odd.replace('"mes" : "One."', '"mes" : "Edited."').replace('[ "One." ,', '[ "Edited." ,'))
    assert.equal(second, JSON.stringify(said('Hello, "Mo"?')))
  })

  test('add answers that were written since, and select them', async ({ assert }) => {
    const written = { text: 'Three.', createdAt: new Date(now), tier: 'premium' }
    const read = await readOne(lines(header(), odd, answered('Alone.')))
    const file = await write(
      exportOf(read, (message) => {
        const before = message.alternates.length > 0 ? message.alternates : [{ ...message, tier: 'imported' }]
        return { ...message, text: 'Three.', alternates: [...before, written], selected: before.length }
      })
    )
    const [, first, second] = file
      .trimEnd()
      .split('\n')
      .map((line) => JSON.parse(line))
    assert.deepInclude(first, { mes: 'Three.', swipes: ['One.', 'Two.', '', 'Three.'], swipe_id: 3, f: 1 })
    assert.deepEqual(first.swipe_info, [
      { a: 1 },
      {},
      {},
      { send_date: '2026-01-01T00:00:00.000Z', extra: { api: 'facet', model: 'premium' } },
    ])
    assert.deepInclude(second, { mes: 'Three.', swipes: ['Alone.', 'Three.'], swipe_id: 1 })
    assert.lengthOf(second.swipe_info, 2)
    const { messages } = await readOne(file)
    assert.deepEqual(inShort(messages), ['< One. | Two. | [Three.]', '< Alone. | [Three.]'])
    assert.equal(messages[0]!.alternates[2]!.createdAt.getTime(), now)
  })

  test('select another swipe, and keep the text that a message had instead of its swipe', async ({ assert }) => {
    const read = await readOne(lines(header(), answered('Mine.', { swipes: ['One.', 'Two.'], swipe_id: 0 })))
    const file = await write(exportOf(read, (message) => ({ ...message, text: 'Two.', selected: 1 })))
    assert.deepInclude(JSON.parse(file.split('\n')[1]!), { mes: 'Two.', swipes: ['Mine.', 'Two.'], swipe_id: 1 })
  })

  test('carry pictures beside those that a line had, and every other field', async ({ assert }) => {
    const old = { type: 'image', url: '/user/images/old.png' }
    const read = await readOne(
      lines(header(), said('One.', { extra: { a: 1, media: [old] } }), said('Two.', { extra: 7 }), said('Three.'))
    )
    const file = await write(
      exportOf(read, (message) => ({ ...message, pictures: [picture('AA'), picture('BB', '')] }))
    )
    const added = [
      { type: 'image', url: 'data:image/webp;base64,AA', title: 'A boat' },
      { type: 'image', url: 'data:image/webp;base64,BB', title: '' },
    ]
    const shown = { inline_image: true, media_display: 'list' }
    const extras = file
      .trimEnd()
      .split('\n')
      .slice(1)
      .map((line) => JSON.parse(line).extra)
    assert.deepEqual(extras, [
      { a: 1, ...shown, media: [old, ...added] },
      { ...shown, media: added },
      { ...shown, media: added },
    ])
    const again = await readOne(file)
    assert.deepEqual(inShort(again.messages), inShort(read.messages))
  })

  test('carry at most 8 MiB of pictures a message, so that an import takes the line', async ({ assert }) => {
    const read = await readOne(lines(header(), said('One.', { extra: { note: 'x'.repeat(7 * 1_048_576) } })))
    const most = 'A'.repeat(chatFileLimits.keptBytesMax - 'data:image/webp;base64,'.length)
    const pictures = [picture(most), picture('B')]
    const file = await write(exportOf(read, (message) => ({ ...message, pictures })))
    assert.lengthOf(JSON.parse(file.split('\n')[1]!).extra.media, 1)
    assert.deepEqual(inShort((await readOne(file)).messages), inShort(read.messages))
  })

  test('keep Chub’s objects around changed texts', async ({ assert }) => {
    const read = await readOne(lines(header(), answered('', { mes: { message: 'One.', id: 7 } })))
    const file = await write(exportOf(read, (message) => ({ ...message, text: 'Two.' })))
    assert.deepEqual(JSON.parse(file.split('\n')[1]!).mes, { message: 'Two.', id: 7 })
  })

  test('add a changed title and changed pins to the existing metadata', async ({ assert }) => {
    const first = '{"chat_metadata": {"note_depth":4.0 }, "user_name":"Ann","character_name":"Mo Vale"}'
    const read = await readOne(lines(first, said('Hello?')))
    const file = await write(exportOf(read, undefined, { title: 'Mine', pins: ['Rain'] }))
    assert.equal(
      file.split('\n')[0],
      '{"chat_metadata": {"note_depth":4.0,"facet":{"title":"Mine","pins":["Rain"],"notice":"This is AI."} }, "user_name":"Ann","character_name":"Mo Vale"}'
    )
    const again = await readOne(file, { fileName: 'Other name.jsonl' })
    assert.deepInclude(again.header, { title: 'Mine', pins: ['Rain'] })
    assert.equal(await write(exportOf(again)), file)
  })

  test('have a header for chats of other formats', async ({ assert }) => {
    const read = await readOne(JSON.stringify({ internal: [['Hi.', 'Hello.']], visible: [] }))
    const [first, ...rest] = (await write(exportOf(read))).trimEnd().split('\n')
    const metadata = { facet: { title: null, pins: [], notice: 'This is AI.' } }
    assert.deepInclude(JSON.parse(first!), { user_name: 'Ann', character_name: 'Mo Vale', chat_metadata: metadata })
    assert.lengthOf(rest, 2)
  })

  const nested = (depth: number): unknown => (depth === 0 ? 1 : [nested(depth - 1)])
  /** Files with texts that an import may change, and with parts that a chat doesn't use. */
  const text = ' \tBahía 灯台 مرحبا 👩‍👩‍👧 e\u0301\r\n*waits*  \n\n'
  const documents: [format: string, document: unknown, parts: string[]][] = [
    [
      'risu',
      {
        type: 'risuChat',
        ver: 2,
        data: {
          name: 'Rain',
          note: ' It rains. ',
          fmIndex: -1,
          localLore: [{ key: 'part', nested: nested(150) }],
          message: [
            { role: 'user', data: text, time: now, saying: 'part' },
            { role: 'char', data: 'Hi.', time: now, name: 'Ida', generationInfo: { model: 'part' } },
            { role: 'user', data: 'A remark.', name: 'Ida', isComment: true, chatId: 'part' },
            { role: 'char', data: 'Off.', disabled: 'allBefore' },
          ],
        },
        folders: [{ name: 'part' }],
      },
      ['"nested"', '"saying":"part"', '"model":"part"', '"chatId":"part"', '"allBefore"', '"folders"', '"ver":2'],
    ],
    [
      'agnai',
      {
        name: 'Harbor',
        scenario: 'x'.repeat(9_000),
        greeting: 'part',
        sampleChat: 'part',
        treeLeafId: 'b',
        messages: [
          {
            _id: 'a',
            parent: '',
            msg: text,
            characterId: 'c1',
            handle: 'Ida',
            retries: ['', 'Other.'],
            extras: ['part'],
          },
          { _id: 'b', parent: 'a', msg: 'Hello?', userId: 'u1', state: 'part' },
          { _id: 'x', parent: 'a', msg: 'Of another branch.', userId: 'u1' },
        ],
      },
      ['x'.repeat(9_000), '"sampleChat":"part"', '"state":"part"', '"extras":["part"]', 'Of another branch.', '"c1"'],
    ],
    [
      'ooba',
      {
        internal: [
          ['<|BEGIN-VISIBLE-CHAT|>', text],
          ['a < b', 'Yes.'],
        ],
        visible: [
          ['', text],
          ['a &lt; b', 'Oui.'],
        ],
        metadata: {
          user_1: { timestamp: 'Jan 05, 2025 14:30', attachments: [{ name: 'part' }] },
          assistant_1: { versions: [{ content: 'Yes.', visible_content: 'part' }], current_version_index: 0 },
          other: 'part',
        },
        extra: 'part',
      },
      [
        '"attachments":[{"name":"part"}]',
        '"visible_content":"part"',
        '"visible":"Oui."',
        '"other":"part"',
        '"extra":"part"',
      ],
    ],
    [
      'character_ai',
      {
        info: { character: { name: 'Mo' }, description: 'part' },
        histories: {
          histories: [
            {
              msgs: [
                { src: { is_human: false, name: 'Mo', avatar: 'part' }, text, uuid: 'part' },
                { src: { is_human: false }, text: 'Two.', is_alternative: true, uuid: 'of the other' },
              ],
            },
          ],
        },
      },
      ['"description":"part"', '"avatar":"part"', '"uuid":"part"', '"uuid":"of the other"'],
    ],
    [
      'character_ai',
      {
        turns: [{ author: {}, candidates: [{ raw_content: text, is_final: true, safety: 'part' }], chat_key: 'part' }],
        x: 1,
      },
      ['"safety":"part"', '"chat_key":"part"', '"x":1'],
    ],
    [
      'kobold_lite',
      {
        gamestarted: true,
        savedsettings: { chatname: 'Ann', chatopponent: 'Mo Vale', temperature: 0.7 },
        prompt: 'Good evening.',
        actions: ['\nAnn: Hello?\nMo Vale: Hi.'],
        memory: 'part',
        worldinfo: [{ key: 'part' }],
        completed_imgs_meta: { 1: { prompt: 'part' } },
      },
      ['"temperature":0.7', '"memory":"part"', '"worldinfo":[{"key":"part"}]', '"prompt":"part"'],
    ],
  ]
  for (const [at, [format, document, parts]] of documents.entries())
    test(`keep all parts of a chat of ${format} (${at + 1}), there and back`, async ({ assert }) => {
      const read = await readOne(JSON.stringify(document), { fileName: 'Rain.json' })
      const file = await write(exportOf(read))
      for (const part of parts) assert.include(file, part)
      const again = await readOne(file, { fileName: 'Other.jsonl' })
      assert.deepEqual(inShort(again.messages), inShort(read.messages))
      assert.equal(await write(exportOf(again)), file)
      // An edit changes no other part.
      const edited = await write(
        exportOf(read, (message) => ({ ...message, text: 'New.', alternates: [], selected: 0 }))
      )
      for (const part of parts) assert.include(edited, part)
    })

  test('leave out parts that are too large for a line, and say so', async ({ assert }) => {
    const data = (length: number) => ({ localLore: ['x'.repeat(length)], message: [{ role: 'user', data: 'Hi.' }] })
    const read = (length: number) => readOne(JSON.stringify({ type: 'risuChat', data: data(length) }))
    const largest = await read(chatFileLimits.keptBytesMax - 100)
    assert.isEmpty(largest.report.warnings)
    assert.lengthOf((await readOne(await write(exportOf(largest)))).messages, 1)
    const { header, report } = await read(chatFileLimits.keptBytesMax)
    assert.isNull(header.original)
    assert.include(report.warnings.join(), 'too large for an export')
  })

  test('give the same chat when they are imported, for any chat', async ({ assert }) => {
    const text = fc
      .string({ unit: 'grapheme', minLength: 1, maxLength: 20 })
      .filter((value) => value.trim() !== '' && !value.includes('\0'))
    const date = fc.integer({ min: Date.UTC(2000, 0, 1), max: now }).map((ms) => new Date(ms))
    const answer = fc.record({ text, createdAt: date, tier: fc.constantFrom('basic', null) })
    const message = fc
      .record({
        isUser: fc.boolean(),
        createdAt: date,
        answers: fc.array(answer, { minLength: 1, maxLength: 4 }),
        selected: fc.nat(3),
        isHidden: fc.boolean(),
      })
      .map(({ isUser, createdAt, answers, selected, isHidden }): Message => {
        const at = Math.min(selected, answers.length - 1)
        const several = !isUser && answers.length > 1
        return {
          kind: 'message',
          isUser,
          speaker: null,
          text: answers[at]!.text,
          createdAt,
          tier: null,
          alternates: several ? answers : [],
          selected: several ? at : 0,
          isHiddenFromPrompts: isHidden,
          original: null,
        }
      })
    const chats = fc.record({
      messages: fc.array(message, { minLength: 1, maxLength: 6 }),
      title: fc.option(fc.constantFrom('Rain', 'a "b" \\c')),
      pins: fc.array(fc.constantFrom('It rains.', 'x'.repeat(500)), { maxLength: 3 }),
      createdAt: date,
      settings: fc.record({
        note: fc.option(
          fc.record({
            text: fc.constantFrom('It rains.', 'x'.repeat(4_000)),
            depth: fc.nat(100),
            role: fc.constantFrom('system' as const, 'user' as const, 'assistant' as const),
            every: fc.integer({ min: 1, max: 100 }),
          })
        ),
        scenario: fc.option(fc.constantFrom('A harbour.', 'x'.repeat(8_000))),
        systemPrompt: fc.option(fc.constantFrom('Be brief.', 'x'.repeat(8_000))),
      }),
    })
    await fc.assert(
      fc.asyncProperty(chats, async ({ messages, ...chat }) => {
        const names = { character: 'Mo Vale', user: 'Ann' }
        const file = await write({
          ...chat,
          names,
          notice: 'This is AI.',
          imported: null,
          messages: (async function* () {
            yield* messages
          })(),
        })
        assert.isTrue(file.endsWith('\n'))
        const read = await readOne(file, { fileName: 'x.jsonl' })
        const { title, pins, settings, createdAt } = read.header
        assert.deepEqual({ title, pins, settings, createdAt }, chat)
        assert.deepEqual(
          read.messages.map(({ role, speaker, text, createdAt: at, alternates, selected, isHiddenFromPrompts }) => ({
            role,
            speaker,
            text,
            at,
            alternates,
            selected,
            isHiddenFromPrompts,
          })),
          messages.map(({ isUser, text, createdAt: at, alternates, selected, isHiddenFromPrompts }) => ({
            role: isUser ? 'user' : 'character',
            speaker: null,
            text,
            at,
            alternates: alternates.map((one) => ({ text: one.text, createdAt: one.createdAt })),
            selected,
            isHiddenFromPrompts,
          }))
        )
        assert.deepEqual(
          read.report.warnings.filter((warning) => !warning.includes('hidden from prompts')),
          []
        )
        assert.equal(await write(exportOf(read)), file)
      }),
      { numRuns: 200 }
    )
  })
})

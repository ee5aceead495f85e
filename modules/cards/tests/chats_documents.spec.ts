import fc from 'fast-check'
import { test } from '@japa/runner'
import { readByafChats } from '../formats/chats/read_chat_file.ts'
import { collect, inShort, now, readFile, readOne, textOf } from './chats_files.ts'

const at = (n: number) => `2025-03-01T10:0${n}:00.000Z`
const timesOf = (messages: { createdAt: Date }[]) => messages.map(({ createdAt }) => createdAt.toISOString())

test.group('Chats of ooba', () => {
  test('are read from pairs of texts, of old and new releases', async ({ assert }) => {
    const internal = [
      ['<|BEGIN-VISIBLE-CHAT|>', 'Good evening.'],
      ['Is it < 3?', 'It is.'],
      ['', 'And more.'],
    ]
    const visible = internal.map((pair) => pair.map((text) => text.replace('<', '&lt;')))
    for (const document of [
      { internal, visible },
      { data: internal, data_visible: visible },
    ]) {
      const { messages, report, header } = await readOne(JSON.stringify(document, null, 2), {
        fileName: '20250301.json',
      })
      assert.deepEqual(inShort(messages), ['< Good evening.', '> Is it < 3?', '< It is.', '< And more.'])
      assert.deepInclude(report, { format: 'ooba', messages: 4 })
      assert.equal(header.title, '20250301')
    }
  })

  test('have dates and versions in their metadata', async ({ assert }) => {
    const metadata = {
      user_0: { timestamp: 'Jan 05, 2025 14:30' },
      assistant_0: {
        timestamp: 'Jan 05, 2025 14:31',
        versions: [{ content: 'One.', timestamp: 'Jan 05, 2025 14:31' }, { content: 'Two.' }],
        current_version_index: 0,
      },
    }
    const { messages } = await readOne(JSON.stringify({ internal: [['Hi.', 'One.']], visible: [], metadata }))
    assert.deepEqual(inShort(messages), ['> Hi.', '< [One.] | Two.'])
    assert.deepEqual(timesOf(messages), ['2025-01-05T14:30:00.000Z', '2025-01-05T14:31:00.000Z'])
  })
})

test.group('Files with several documents', () => {
  test('are refused with their reason', async ({ assert }) => {
    const chat = { internal: [['Hi.', 'One. {']], visible: [] }
    const pretty = JSON.stringify(chat, null, 2)
    const line = JSON.stringify(chat)
    for (const file of [`${line}\n${line}`, `${line}${line}`, `${pretty}\n${pretty}`, `[]${line}`]) {
      const { refusal, chats } = await readFile(file)
      assert.match(refusal!.message, /several JSON documents/)
      assert.isEmpty(chats)
    }
    for (const file of [pretty.slice(0, -2), `${pretty} and more`, '{"a": 1}'])
      assert.match((await readFile(file)).refusal!.message, /no chat/)
    assert.lengthOf((await readOne(`${line}\n \n`)).messages, 2)
  })
})

test.group('Chats of Agnai', () => {
  const message = (id: string, parent: string, msg: string, more: object = {}) => ({
    _id: id,
    parent,
    msg,
    characterId: 'c',
    ...more,
  })

  test('are read with names, retries and hidden remarks', async ({ assert }) => {
    const { messages, header, report } = await readOne(
      JSON.stringify({
        name: 'At the harbor',
        greeting: 'Hi.',
        messages: [
          { msg: 'Hi.', characterId: 'c', handle: 'Mo Vale', createdAt: at(1), retries: ['Hello.', 'Hi.'] },
          { msg: 'Hello?', userId: 'u', handle: 'Ann' },
          { msg: 'brb', userId: 'u', ooc: true, createdAt: at(3) },
        ],
      })
    )
    assert.deepEqual(inShort(messages), ['< Hello. | [Hi.]', '> Hello?', '#> Ann: brb'.replace('Ann: ', '')])
    assert.deepEqual(timesOf(messages), [at(1), at(2), at(3)])
    assert.equal(header.title, 'At the harbor')
    assert.deepInclude(report, { format: 'agnai', kept: ['greeting'] })
    assert.include(textOf(messages[2]!.original), '"is_system":true')
  })

  test('of a tree give the branch that ends with its leaf', async ({ assert }) => {
    const messages = [message('a', '', 'A.'), message('b', 'a', 'B.'), message('x', 'a', 'X.'), message('c', 'b', 'C.')]
    const read = async (treeLeafId: string, list = messages) =>
      inShort((await readOne(JSON.stringify({ treeLeafId, messages: list }))).messages)
    assert.deepEqual(await read('c'), ['< A.', '< B.', '< C.'])
    assert.deepEqual(await read('x'), ['< A.', '< X.'])
    assert.deepEqual(await read('unknown'), ['< A.', '< B.', '< X.', '< C.'])
    const { report } = await readOne(JSON.stringify({ treeLeafId: 'x', messages }))
    assert.deepEqual(report.warnings, ['2 messages of other branches are kept, but not shown.'])
    const circle = [message('a', 'b', 'A.'), message('b', 'a', 'B.')]
    assert.isAtMost((await read('a', circle)).length, 3)
  })
})

test.group('Chats of Risu', () => {
  const chat = {
    name: 'Rain',
    note: 'It rains.',
    fmIndex: -1,
    localLore: [{}],
    message: [
      { role: 'user', data: 'Hello?', time: Date.parse(at(1)) },
      { role: 'char', data: 'Hi.', time: Date.parse(at(2)), generationInfo: {} },
      { role: 'user', data: 'A remark.', isComment: true },
      { role: 'char', data: 'Taken back.', disabled: true },
    ],
  }

  test('begin with a greeting of the character', async ({ assert }) => {
    const character = { name: 'Mo Vale', greetings: ['Good evening.', 'You again.'] }
    const read = (document: object, of = character) => readOne(JSON.stringify(document), { character: of })
    const { messages, header, report } = await read({ type: 'risuChat', ver: 2, data: chat })
    assert.deepEqual(inShort(messages), ['< Good evening.', '> Hello?', '< Hi.', '#> A remark.', '~< Taken back.'])
    assert.equal(header.title, 'Rain')
    assert.deepEqual(header.settings.note, { text: 'It rains.', depth: 4, role: 'system', every: 1 })
    assert.deepInclude(report, {
      format: 'risu',
      messages: 4,
      settings: ['note'],
      kept: ['localLore', 'generationInfo'],
    })
    const second = await read({ type: 'risuChat', data: { ...chat, fmIndex: 0 } })
    assert.equal(second.messages[0]!.text, 'You again.')
    const without = await read({ type: 'risuChat', data: chat }, { name: 'Mo Vale', greetings: [] })
    assert.equal(without.messages[0]!.text, 'Hello?')
  })

  test('of a whole character give several chats', async ({ assert }) => {
    const data = [chat, { name: 'Empty', message: [] }, { name: '', message: [{ role: 'char', data: 'Hi.' }] }]
    const { chats, report } = await readFile(JSON.stringify({ type: 'risuAllChats', data, folders: [] }))
    assert.deepEqual(
      chats.map(({ header, messages }) => [header.title, messages.length]),
      [
        ['Rain', 4],
        [null, 1],
      ]
    )
    assert.deepInclude(report, { messages: 4, warnings: [...report!.warnings] })
    assert.include(report!.warnings, 'One chat without messages was left out.')
  })
})

test.group('Chats of Character.AI', () => {
  test('are read from dumps of the older site', async ({ assert }) => {
    const msg = (text: string, is_human: boolean, more: object = {}) => ({
      src: { is_human, name: is_human ? 'Ann' : 'Mo' },
      text,
      ...more,
    })
    const document = {
      info: { character: { name: 'Mo' } },
      histories: {
        histories: [
          {
            msgs: [
              msg('Hi.', false),
              msg('Hello?', true),
              msg('One.', false),
              msg('Two.', false, { is_alternative: true }),
            ],
          },
          { msgs: [msg('Again.', false)] },
        ],
      },
    }
    const { chats, report } = await readFile(JSON.stringify(document))
    assert.deepEqual(
      chats.map(({ messages }) => inShort(messages)),
      [['< Hi.', '> Hello?', '< [One.] | Two.'], ['< Again.']]
    )
    assert.deepInclude(report, { format: 'character_ai', messages: 4 })
  })

  test('are read from the turns of the newer site, the oldest first', async ({ assert }) => {
    const turn = (n: number, is_human: boolean, texts: string[], more: object = {}) => ({
      create_time: at(n),
      author: { is_human, name: 'Somebody' },
      candidates: texts.map((raw_content, index) => ({
        candidate_id: `${n}-${index}`,
        raw_content,
        create_time: at(n),
      })),
      ...more,
    })
    const turns = [
      turn(3, false, ['Old.', 'New.'], { primary_candidate_id: '3-0' }),
      turn(2, true, ['Hello?']),
      turn(1, false, ['One.', 'Two.']),
    ]
    for (const document of [{ turns }, turns, { chats: [{ turns }] }, [{ turns }], { histories: [{ turns }] }]) {
      const { messages } = await readOne(JSON.stringify(document))
      assert.deepEqual(inShort(messages), ['< Somebody: One. | [Two.]', '> Hello?', '< Somebody: [Old.] | New.'])
      assert.deepEqual(timesOf(messages), [at(1), at(2), at(3)])
    }
  })
})

test.group('Chats of Kobold Lite', () => {
  const settings = { chatname: 'Ann', chatopponent: 'Mo Vale||$||Ida' }

  test('are divided at their marks', async ({ assert }) => {
    const { messages, report } = await readOne(
      JSON.stringify({
        savedsettings: settings,
        prompt: 'Good evening.',
        actions: [
          '\n{{[INPUT]}}\nHello?\n{{[OUTPUT]}}\n',
          'Hi',
          ' there.',
          '{{[SYSTEM]}}Rain.{{[SYSTEM_END]}}',
          '{{[INPUT]}}Bye.',
        ],
        authorsnote: 'Be kind.',
        memory: 'x',
      })
    )
    assert.deepEqual(inShort(messages), ['< Good evening.', '> Hello?', '< Hi there.', '#< Rain.', '> Bye.'])
    assert.deepInclude(report, { format: 'kobold_lite', settings: ['note'], kept: ['memory'] })
  })

  test('are divided at names in chat mode', async ({ assert }) => {
    const { messages } = await readOne(
      JSON.stringify({
        savedsettings: settings,
        prompt: 'The harbor at night.',
        actions: ['\nAnn: Hello?\nIs it late?', '\nMo Vale: It is.', '\nIda: Very.\nAnn of Hull: no name'],
      })
    )
    assert.deepEqual(inShort(messages), [
      '< The harbor at night.',
      '> Hello?\nIs it late?',
      '< It is.',
      '< Ida: Very.\nAnn of Hull: no name',
    ])
  })
})

test.group('Chats of BYAF archives', () => {
  test('are the scenarios with messages', async ({ assert }) => {
    const output = (text: string, n: number) => ({ text, createdAt: at(1), activeTimestamp: at(n) })
    const scenarios = [
      { title: 'No messages', messages: [] },
      {
        title: 'Harbor',
        narrative: 'It rains on {user}.',
        formattingInstructions: 'Be brief.',
        messages: [
          { type: 'ai', outputs: [output('Hi {user}.', 2), output('I am {character}.', 5), output('{{user}}?', 3)] },
          { type: 'human', text: 'Hello?', createdAt: at(6) },
        ],
      },
      null,
    ]
    const { chats, report } = await collect(
      readByafChats({ scenarios }, { fileName: 'a.byaf', now, character: { name: 'Mo', greetings: [] } })
    )
    assert.lengthOf(chats, 1)
    assert.equal(chats[0]!.header.title, 'Harbor')
    assert.deepInclude(chats[0]!.header.settings, { scenario: 'It rains on {{user}}.', systemPrompt: 'Be brief.' })
    assert.deepEqual(inShort(chats[0]!.messages), ['< Hi {{user}}. | [I am {{char}}.] | {{user}}?', '> Hello?'])
    assert.deepInclude(report, { format: 'byaf', messages: 2 })
  })
})

test.group('Files that aren’t chats', () => {
  const refusalOf = async (content: string | Uint8Array) => (await readFile(content)).refusal?.code ?? null

  test('are refused with a reason', async ({ assert }) => {
    for (const [content, code] of [
      ['', 'empty'],
      [' \n\r\n ', 'empty'],
      ['hello', 'not_a_chat'],
      ['{', 'not_a_chat'],
      ['null', 'not_a_chat'],
      ['[]', 'not_a_chat'],
      ['{"name":"Mo","description":"A card"}', 'not_a_chat'],
      ['{"id":"1","members":[],"chats":[],"name":"Group"}', 'group_file'],
      ['['.repeat(100_000), 'too_deep'],
      [`{"messages":${'['.repeat(300)}${']'.repeat(300)}}`, 'too_deep'],
      [Buffer.from('PK\x03\x04rest'), 'archive'],
      [Buffer.from('\x89PNG\r\n\x1a\n', 'latin1'), 'not_a_chat'],
      [Buffer.from('\xff\xd8\xff\xe0', 'latin1'), 'not_a_chat'],
      ['{"internal":[],"visible":[]}', 'no_messages'],
      ['{"type":"risuChat"}', 'no_messages'],
      [
        JSON.stringify({ type: 'risuAllChats', data: Array(501).fill({ message: [{ role: 'user', data: 'x' }] }) }),
        'too_many_chats',
      ],
    ] as const)
      assert.equal(await refusalOf(content), code, String(content).slice(0, 60))
  })

  test('are refused for too many chats before the first one', async ({ assert }) => {
    const data = Array(501).fill({ message: [{ role: 'user', data: 'x' }] })
    assert.isEmpty((await readFile(JSON.stringify({ type: 'risuAllChats', data }))).chats)
    const most = { type: 'risuAllChats', data: data.slice(1) }
    assert.lengthOf((await readFile(JSON.stringify(most))).chats, 500)
  })

  test('never make a reader throw, whatever their values are', async ({ assert }) => {
    const value = fc.jsonValue({ maxDepth: 3 })
    const shapes = [
      (x: unknown, y: unknown) => ({ internal: [[x, y]], visible: [], metadata: x }),
      (x: unknown, y: unknown) => ({
        messages: [{ msg: x, handle: y, retries: y }, { msg: 'a', parent: x }, y],
        treeLeafId: x,
      }),
      (x: unknown, y: unknown) => ({
        type: 'risuChat',
        data: { message: [{ data: x, role: y, time: x }, y], note: y, fmIndex: x },
      }),
      (x: unknown, y: unknown) => ({ type: 'risuAllChats', data: [x, y] }),
      (x: unknown, y: unknown) => ({ histories: { histories: [{ msgs: [{ src: x, text: y }, x] }] }, info: y }),
      (x: unknown, y: unknown) => ({ turns: [{ candidates: [x, { raw_content: y }], author: x, create_time: y }] }),
      (x: unknown, y: unknown) => ({ savedsettings: { chatname: x, chatopponent: y }, actions: [x, y], prompt: y }),
      (x: unknown, y: unknown) => ({
        mes: x,
        swipes: y,
        swipe_id: x,
        swipe_info: y,
        name: x,
        send_date: y,
        is_user: x,
      }),
      (x: unknown, y: unknown) => ({ mes: 'a', swipes: [x, y, 'a'], swipe_id: y, swipe_info: [x] }),
      (x: unknown, y: unknown) => ({ chat_metadata: x, user_name: y, character_name: x, create_date: y }),
      (x: unknown, y: unknown) => ({ chat_metadata: { facet: { title: x, pins: y }, note_prompt: x } }),
    ]
    await fc.assert(
      fc.asyncProperty(fc.constantFrom(...shapes), value, value, async (shape, x, y) => {
        const { chats, report } = await readFile(JSON.stringify(shape(x, y)))
        for (const { messages } of chats)
          for (const message of messages) {
            assert.isTrue(message.text.isWellFormed())
            assert.isFalse(message.hidden && message.original === null)
            if (message.alternates.length > 0) assert.equal(message.alternates[message.selected]?.text, message.text)
          }
        if (report)
          assert.equal(
            report.messages,
            chats.flatMap(({ messages }) => messages).filter(({ hidden }) => !hidden).length
          )
      }),
      { numRuns: 500 }
    )
  })
})

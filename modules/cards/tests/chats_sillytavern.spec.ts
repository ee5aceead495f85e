import { test } from '@japa/runner'
import { draftMessage } from '../formats/chats/draft_chat.ts'
import { FileTotals } from '../formats/chats/finish_chat.ts'
import { chatFileLimits } from '../formats/chats/limits.ts'
import { answered, header, inShort, lines, readFile, readOne, said, textOf } from './chats_files.ts'

test.group('Chats of SillyTavern', () => {
  test('have no title when the name of the file says nothing', async ({ assert }) => {
    const line = JSON.stringify({ name: 'Mo', is_user: false, mes: 'Hello.' })
    for (const name of ['chat', 'Chats', 'export (2)', 'conversation_1', 'messages'])
      assert.isNull((await readOne(line, { fileName: `Mo/${name}.jsonl` })).header.title, name)
    for (const name of ['A chat', 'chat with Mo', '2024-3-5'])
      assert.equal((await readOne(line, { fileName: `Mo/${name}.jsonl` })).header.title, name)
  })

  test('are read with texts, authors, dates, title and original lines', async ({ assert }) => {
    const file = lines(header(), answered('Good evening.'), said('Hello?'), answered('And to you.', { name: 'Guest' }))
    const { header: head, messages, report } = await readOne(file, { fileName: 'C:\\chats\\Old times.jsonl' })
    assert.deepEqual(inShort(messages), ['< Good evening.', '> Hello?', '< Guest: And to you.'])
    assert.deepEqual(
      messages.map(({ createdAt }) => createdAt.toISOString()),
      ['2024-06-05T15:01:00.000Z', '2024-06-05T15:00:00.000Z', '2024-06-05T15:01:00.000Z']
    )
    assert.deepInclude(head, { title: 'Old times', pins: [], format: 'sillytavern' })
    assert.equal(head.createdAt?.toISOString(), '2024-06-05T14:56:50.682Z')
    assert.equal(lines(textOf(head.original), ...messages.map(({ original }) => textOf(original))), file)
    assert.deepInclude(report, { format: 'sillytavern_group', messages: 3, kept: ['extra (3)'], warnings: [] })
  })

  test('are read with headers of old and new releases, and without one', async ({ assert }) => {
    const old = { user_name: 'Ann', character_name: 'Mo', create_date: '2023-6-19 @14h 20m 5s 7ms' }
    const unnamed = { chat_metadata: { integrity: 'x' }, user_name: 'unused', character_name: 'unused' }
    for (const [first, created] of [
      [old, '2023-06-19T14:20:05.007Z'],
      [unnamed, undefined],
      [{ chat_metadata: {} }, undefined],
    ] as const) {
      const { header: head, messages } = await readOne(lines(first, said('Hello?')))
      assert.equal(head.createdAt?.toISOString(), created)
      assert.equal(textOf(head.original), JSON.stringify(first))
      assert.deepEqual(inShort(messages), ['> Hello?'])
    }
    const { header: head, messages } = await readOne(lines(said('Hello?'), answered('Hi.')))
    assert.isNull(head.original)
    assert.deepEqual(inShort(messages), ['> Hello?', '< Hi.'])
  })

  test('are read from a list of their lines, and from UTF-16 without a mark', async ({ assert }) => {
    const items = [header(), said('Hällo?'), answered('Hi.')]
    const text = lines(...items)
    const big = Buffer.from(text, 'utf16le').swap16()
    const files = [JSON.stringify(items), JSON.stringify(items, null, 2), Buffer.from(text, 'utf16le'), big]
    for (const file of files)
      for (const chunkBytes of [1, 1_000]) {
        const { header: head, messages, report } = await readOne(file, { chunkBytes })
        assert.deepEqual(inShort(messages), ['> Hällo?', '< Hi.'])
        assert.equal(textOf(head.original), JSON.stringify(header()))
        assert.equal(report.format, 'sillytavern')
      }
  })

  test('keep hidden lines, and lines without a text, for exports only', async ({ assert }) => {
    const file = lines(
      header(),
      answered('You deleted a message.', { name: 'SillyTavern System', is_system: true, extra: { type: 'generic' } }),
      said('  '),
      { plugin: 'state' },
      said('A remark.', { name: 'Note', is_system: 'true', extra: { type: 'comment' } }),
      said('Seen.')
    )
    const { messages, report } = await readOne(file)
    assert.deepEqual(
      messages.map(({ hidden }) => hidden),
      [true, true, true, true, false]
    )
    assert.equal(textOf(messages[2]!.original), '{"plugin":"state"}')
    assert.equal(report.messages, 1)
    assert.sameMembers(report.warnings, [
      '3 system lines and comments are kept, but not shown.',
      'One message without text is kept, but not shown.',
    ])
  })

  test('have the swipes of a message as its answers', async ({ assert }) => {
    const swipes = ['One.', 'Two.', 'Three.']
    const swipe_info = [{ send_date: '2024-06-05T15:00:30.000Z' }, {}, { send_date: 'soon' }]
    const { messages, report } = await readOne(
      lines(
        header(),
        answered('Two.', { swipes, swipe_id: 1, swipe_info }),
        answered('Alone.', { swipes: ['Alone.'], swipe_id: 0 })
      )
    )
    assert.deepEqual(inShort(messages), ['< One. | [Two.] | Three.', '< Alone.'])
    assert.deepEqual(
      messages[0]!.alternates.map(({ createdAt }) => createdAt.toISOString()),
      ['2024-06-05T15:00:30.000Z', '2024-06-05T15:01:00.000Z', '2024-06-05T15:01:00.000Z']
    )
    assert.deepEqual(report.warnings, [])
  })

  test('select a swipe in range, and prefer the message to its swipe', async ({ assert }) => {
    const swipes = ['One.', 'Two.', 'Three.']
    const read = async (mes: string, swipe_id: unknown) => {
      const { messages, report } = await readOne(lines(header(), answered(mes, { swipes, swipe_id })))
      return [inShort(messages)[0], ...report.warnings.map((warning) => warning.slice(0, 11))]
    }
    assert.deepEqual(await read('One.', 7), ['< [One.] | Two. | Three.', 'One selecte'])
    assert.deepEqual(await read('New.', 7), ['< One. | Two. | [New.]', 'One selecte', 'One message'])
    assert.deepEqual(await read('New.', -1), ['< [New.] | Two. | Three.', 'One selecte', 'One message'])
    assert.deepEqual(await read('New.', 1), ['< One. | [New.] | Three.', 'One message'])
    assert.deepEqual(await read('Two.', '1'), ['< One. | [Two.] | Three.'])
    assert.deepEqual(await read('Two.', null), ['< One. | [Two.] | Three.', 'One selecte'])
    assert.deepEqual(await read('Two.', undefined), ['< One. | [Two.] | Three.'])
    assert.deepEqual(await read('Three.', 1.5), ['< One. | Two. | [Three.]', 'One selecte'])
  })

  test('leave out swipes without text, and swipes beyond the limit', async ({ assert }) => {
    const many = Array.from({ length: chatFileLimits.answersMax + 5 }, (_, n) => `Swipe ${n}.`)
    const { messages, report } = await readOne(
      lines(
        header(),
        answered('One.', { swipes: ['One.', '', ' ', 'Two.'], swipe_id: 0 }),
        answered(many.at(-1)!, { swipes: many, swipe_id: many.length - 1 }),
        said('Mine.', { swipes: ['Mine.', 'Other.'], swipe_id: 0 })
      )
    )
    assert.deepEqual(inShort(messages.slice(0, 1)), ['< [One.] | Two.'])
    assert.lengthOf(messages[1]!.alternates, chatFileLimits.answersMax)
    assert.equal(messages[1]!.alternates[messages[1]!.selected]!.text, many.at(-1))
    assert.deepEqual(messages[2]!.alternates, [])
    assert.lengthOf(report.warnings, 2)
  })

  test('of Chub have texts in objects', async ({ assert }) => {
    const { messages, report } = await readOne(
      lines(
        header(),
        answered('', {
          mes: { message: 'One.', id: 1 },
          swipes: [{ message: 'One.' }, { message: 'Two.' }],
          swipe_id: 0,
        })
      )
    )
    assert.deepEqual(inShort(messages), ['< [One.] | Two.'])
    assert.equal(report.format, 'chub')
  })

  test('of groups have a speaker for each character but the chat’s own', async ({ assert }) => {
    const unnamed = { chat_metadata: {}, user_name: 'unused', character_name: 'unused' }
    const { messages, report } = await readOne(
      lines(
        unnamed,
        answered('Good evening.', { original_avatar: 'mo.png' }),
        answered('And from me.', { name: 'Ida', original_avatar: 'ida.png' }),
        said('Hello both.'),
        said('And I am here.', { name: 'Bo' })
      )
    )
    assert.deepEqual(inShort(messages), [
      '< Good evening.',
      '< Ida: And from me.',
      '> Hello both.',
      '> Bo: And I am here.',
    ])
    assert.equal(report.format, 'sillytavern_group')
  })

  test('show messages that were hidden from prompts, and mark them', async ({ assert }) => {
    const { messages, report } = await readOne(
      lines(
        header(),
        answered('One.', { is_system: true, swipes: ['One.', 'Two.'], swipe_id: 1 }),
        said('Hello?', { is_system: 'true' }),
        answered('The rain stops.', { name: 'System', is_system: true, extra: { type: 'narrator' } }),
        said('Seen.')
      )
    )
    assert.deepEqual(inShort(messages), ['~< One. | [One.]', '~> Hello?', '~< System: The rain stops.', '> Seen.'])
    assert.equal(report.messages, 4)
    assert.include(report.warnings, '3 messages were hidden from prompts, and still are.')
  })

  test('fill the chat’s note, scenario and instructions, and say what differs', async ({ assert }) => {
    const read = async (chat_metadata: object) => {
      const { header: head, report } = await readOne(lines(header({ chat_metadata }), said('Hello?')))
      return { ...head.settings, set: report.settings, warnings: report.warnings }
    }
    const usual = { depth: 4, role: 'system', every: 1 } as const
    const none = { note: null, scenario: null, systemPrompt: null, set: [], warnings: [] }
    const place = { note_depth: 0, note_interval: 3, note_position: 1, note_role: 2 }
    assert.deepEqual(
      await read({ ...place, note_prompt: ' It rains. ', scenario: 'A \u0000harbour.', system_prompt: ' Be brief. ' }),
      {
        note: { text: 'It rains.', depth: 0, role: 'assistant', every: 3 },
        scenario: 'A harbour.',
        systemPrompt: 'Be brief.',
        set: ['note', 'scenario', 'systemPrompt'],
        warnings: [],
      }
    )
    for (const note_prompt of ['', '  ', 7, null])
      assert.deepEqual(await read({ ...place, note_prompt, scenario: ' ' }), none)
    assert.deepEqual(await read({ ...place, note_prompt: 'It rains.', note_interval: 0 }), {
      ...none,
      warnings: ['The author’s note was off, so the chat doesn’t use it.'],
    })
    const odd = await read({ note_prompt: 'x', note_depth: 9_999, note_interval: -1, note_position: 7, note_role: 9 })
    assert.deepEqual(odd.note, { text: 'x', ...usual })
    assert.sameMembers(odd.warnings, [
      'The author’s note was outside the messages. Now 4 messages follow it.',
      'The author’s note has an unknown interval, so 1 was taken.',
      'The author’s note has an unknown role, so it is an instruction.',
    ])
    const deep = await read({ note_prompt: 'x', note_depth: 'deep' })
    assert.deepEqual(deep.warnings, ['The author’s note has an unknown depth, so 4 was taken.'])
    const whole = { note_prompt: '🦊'.repeat(4_000), scenario: '🦊'.repeat(8_000), system_prompt: '🦊'.repeat(8_000) }
    assert.lengthOf((await read(whole)).set, 3)
    const long = await read({
      note_prompt: 'x'.repeat(4_001),
      scenario: 'x'.repeat(8_001),
      system_prompt: 'x'.repeat(8_001),
    })
    assert.deepEqual(long.set, [])
    assert.sameMembers(long.warnings, [
      'The author’s note is longer than 4,000 characters, so the chat doesn’t use it.',
      'The chat’s scenario is longer than 8,000 characters, so the chat doesn’t use it.',
      'The chat’s system prompt is longer than 8,000 characters, so the chat doesn’t use it.',
    ])
  })

  test('keep whole texts, without NUL and lone surrogates', async ({ assert }) => {
    const long = 'long '.repeat(20_000)
    const { messages } = await readOne(
      lines(header(), said(long), '{"mes":"a\\u0000b\\ud800c","name":"x\\u0000","is_user":true}')
    )
    assert.equal(messages[0]!.text, long)
    assert.equal(messages[1]!.text, 'ab\ufffdc')
  })

  test('keep texts that are too long for screens for exports only', async ({ assert }) => {
    const long = 'x'.repeat(chatFileLimits.textMax + 1)
    const { messages, report } = await readOne(
      lines(header(), said(long), answered('One.', { swipes: ['One.', long, 'Two.'], swipe_id: 0 }))
    )
    assert.deepEqual(
      messages.map(({ hidden }) => hidden),
      [true, false]
    )
    assert.deepEqual(inShort(messages.slice(1)), ['< [One.] | Two.'])
    assert.deepEqual(report.warnings, ['One message has more than 1,000,000 characters; it is kept, but not shown.'])
  })

  test('skip only lines that aren’t messages', async ({ assert }) => {
    const deep = `{"mes":"x","extra":${'['.repeat(300)}${']'.repeat(300)}}`
    const { messages, report } = await readOne(
      lines(header(), said('First.'), '{"mes": "cut', '"text"', '[1]', deep, '', '   ', said('Last.'))
    )
    assert.deepEqual(inShort(messages), ['> First.', '> Last.'])
    assert.deepEqual(report.warnings, ['4 lines are not readable and were left out.'])
  })

  test('are read with line breaks of all systems, a byte order mark, UTF-16, and in chunks of any size', async ({
    assert,
  }) => {
    const file = lines(header(), answered('Grüße 🦊'), said('Hello?'))
    const utf16 = (text: string) => Buffer.from(`\ufeff${text}`, 'utf16le')
    for (const content of [
      file,
      file.trimEnd(),
      file.replaceAll('\n', '\r\n'),
      `\ufeff${file}`,
      `\n\n${file}`,
      utf16(file),
      Buffer.from(utf16(file)).swap16(),
    ])
      for (const chunkBytes of [1, 2, 7, 1_000_000]) {
        const { messages } = await readOne(content, { chunkBytes })
        assert.deepEqual(inShort(messages), ['< Grüße 🦊', '> Hello?'])
        assert.equal(textOf(messages[1]!.original), JSON.stringify(said('Hello?')))
      }
  })

  test('are read as Latin-1, or with their damage, when a line is not UTF-8, and say so', async ({ assert }) => {
    const line = (text: string) => JSON.stringify(said(text))
    const bytes = Buffer.concat([
      Buffer.from(lines(header(), line('Á 1'))),
      Buffer.from(`${line('Á é')}\n`, 'latin1'),
      Buffer.from(line('灯\x7f')).map((byte) => (byte === 0x7f ? 0xff : byte)),
      Buffer.from('\n\0\0'),
    ])
    const { messages, report } = await readOne(bytes)
    assert.deepEqual(
      messages.map(({ text }) => text),
      ['Á 1', 'Á é', '灯\ufffd']
    )
    assert.include(report.warnings.join(), '2 lines are not valid UTF-8.')
    // An export is UTF-8.
    assert.include(textOf(messages[1]!.original), 'Á é')
    const document = Buffer.from(JSON.stringify({ internal: [['Á', 'é']], visible: [] }), 'latin1')
    assert.deepEqual(inShort((await readOne(document)).messages), ['> Á', '< é'])
  })

  test('leave out a line beyond the limit, and read on', async ({ assert }) => {
    const long = `{"mes":"${'x'.repeat(chatFileLimits.lineBytesMax)}"}`
    const { messages, report } = await readOne(lines(header(), said('First.'), long, said('Last.')), {
      chunkBytes: 1_000_000,
    })
    assert.deepEqual(inShort(messages), ['> First.', '> Last.'])
    assert.deepEqual(report.warnings, ['One line is not readable and was left out.'])
  })

  test('are refused beyond a number of messages, and without any', async ({ assert }) => {
    const totals = new FileTotals()
    const message = draftMessage({ role: 'user', text: 'x' })
    for (let count = 0; count < chatFileLimits.messagesMax; count++) totals.add(message)
    assert.throws(() => totals.add(message), /more than 100,000 messages/)
    assert.equal((await readFile(lines(header()))).refusal?.code, 'no_messages')
    assert.equal(
      (await readFile(lines(header(), said('x', { is_system: true, extra: { type: 'help' } })))).refusal?.code,
      'no_messages'
    )
  })
})

import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import type { AnswerPrompt, ChatListItem, GroupChatData, Message, ReplyEvent } from '../api.ts'
import { finish } from '#modules/kernel/steps'
import { groupGreetingsOf } from '../sessions/group_greetings.ts'
import type { Client } from '#tests/support/client'
import { speak, speakInTwo } from '#tests/support/model_upstream'
import { accountOf, brokenAfterwards, isChunk, last, sharedStage, until, type Stage } from '#tests/support/stage'

let stage: Stage

const draft = (name: string, fields: Record<string, unknown> = {}) => ({
  name,
  description: `${name} is a sailor.`,
  backstory: `${name} was born at sea.`,
  personality: `Calm like ${name}.`,
  scenario: 'A pier.',
  firstMessage: `Ahoy, {{user}}. {{char}} speaks.`,
  avatar: 'https://pictures.example.test/mo.png',
  ...fields,
})

const makeCharacter = async (owner: Client, name: string, fields: Record<string, unknown> = {}): Promise<string> => {
  const { status, body, text } = await owner.post('/api/characters', draft(name, fields))
  if (status !== 201) throw new Error(text)
  return body.id
}

const makeGroup = async (client: Client, characterIds: string[], title?: string): Promise<GroupChatData> => {
  const { status, body, text } = await client.post('/api/group-chats', { characterIds, title })
  if (status !== 201) throw new Error(text)
  return body
}

test.group('Group chats', (group) => {
  let owner: Client
  let ids: string[]
  group.setup(async () => {
    stage = await sharedStage()
    owner = await stage.visitor()
    ids = [
      await makeCharacter(owner, 'Mo', { groupGreetings: ['{{char}} greets all.'] }),
      await makeCharacter(owner, 'Lea', { nickname: 'Captain' }),
      await makeCharacter(owner, 'Ida'),
    ]
  })

  test('begin with the greetings of all their characters, those for groups first', async ({ assert }) => {
    const user = await stage.visitor()
    const made = await makeGroup(user, ids, ' At sea ')
    assert.equal(made.session.title, 'At sea')
    assert.equal(made.mode, 'natural')
    assert.deepEqual(
      made.characters.map(({ id, char, isMuted }) => [id, char, isMuted]),
      [
        [ids[0], 'Mo', false],
        [ids[1], 'Captain', false],
        [ids[2], 'Ida', false],
      ]
    )
    assert.lengthOf(made.messages, 1)
    assert.deepInclude(made.messages[0], {
      content: '{{char}} greets all.',
      isUser: false,
      characterId: ids[0],
      speaker: 'Mo',
      rubyCost: 0,
    })
    const { body } = await user.get(`/api/group-chats/${made.session.id}`)
    assert.deepEqual(body, { ...made, session: { ...made.session, lastMessageAt: body.session.lastMessageAt } })
    const greetingsOf = ({ messages: [opening] }: GroupChatData) =>
      opening!.alternates!.map(({ content, speaker, characterId }) => [speaker, content, characterId])
    const usual = 'Ahoy, {{user}}. {{char}} speaks.'
    assert.deepEqual(greetingsOf(made), [
      ['Mo', '{{char}} greets all.', ids[0]],
      ['Mo', usual, ids[0]],
      ['Captain', usual, ids[1]],
      ['Ida', usual, ids[2]],
    ])
    const without = await makeGroup(user, [ids[1]!, ids[0]!])
    assert.deepInclude(without.messages[0], { content: usual, speaker: 'Captain', selectedAlternate: 0 })
  })

  test('begin with the greeting that the user chooses, by its character, also in prompts, lists and branches', async ({
    assert,
  }) => {
    const user = await stage.visitor(50)
    const made = await makeGroup(user, ids)
    const [opening] = made.messages
    const { status, body } = await user.put(`/api/messages/${opening!.id}/alternate`, { index: 2 })
    assert.equal(status, 200)
    assert.deepInclude(body, { speaker: 'Captain', characterId: ids[1], selectedAlternate: 2 })
    const [item] = (await user.get('/api/chats')).body as ChatListItem[]
    assert.equal(item!.lastMessage, 'Ahoy, Robin. Captain speaks.')
    const { body: branch } = await user.post(`/api/chats/${made.session.id}/branches`, { messageId: opening!.id })
    const copied = (await user.get(`/api/group-chats/${branch.id}`)).body as GroupChatData
    assert.deepInclude(copied.messages[0], { speaker: 'Captain', characterId: ids[1], selectedAlternate: 2 })
    assert.deepEqual(
      copied.messages[0]!.alternates!.map(({ speaker }) => speaker),
      ['Mo', 'Mo', 'Captain', 'Ida']
    )
    stage.upstream.answer = speak(['Aye.'])
    const stream = await user.stream(`/api/group-chats/${made.session.id}/stream`, {
      method: 'POST',
      body: { content: 'Hello.', speakerId: ids[2], model: 'basic' },
    })
    await stream.ended
    assert.include(JSON.stringify(last(stage.upstream.calls).body.messages), 'Captain: Ahoy, Robin. Captain speaks.')
  })

  test('begin with as many greetings as the limits allow, and at least one of each character', async ({ assert }) => {
    const greetings = (name: string, count: number, length: number) =>
      Array.from({ length: count }, (_, n) => `${name} ${n} `.padEnd(length, 'x'))
    const member = (id: string, texts: string[]) => ({ id, char: id, greetings: texts })
    const countsOf = (members: Parameters<typeof groupGreetingsOf>[0]) =>
      members.map(({ id }) => finish(groupGreetingsOf(members)).filter(({ characterId }) => characterId === id).length)
    assert.deepEqual(countsOf([member('a', greetings('a', 300, 9)), member('b', greetings('b', 3, 9))]), [47, 3])
    const long = ['a', 'b', 'c', 'd', 'e', 'f', 'g', 'h'].map((id) => member(id, greetings(id, 300, 20_000)))
    assert.deepEqual(countsOf(long), [2, 2, 1, 1, 1, 1, 1, 1])
    assert.deepEqual(finish(groupGreetingsOf([member('a', ['', ' ', '{{// x}}']), member('b', ['Hi.', 'Hi.'])])), [
      { characterId: 'b', speaker: 'b', text: 'Hi.' },
    ])
    assert.lengthOf(finish(groupGreetingsOf([member('a', greetings('a', 1, 300_000))])), 1)
  })

  test('are in the list at once, and found by the names of their characters', async ({ assert }) => {
    const user = await stage.visitor()
    const { session } = await makeGroup(user, [ids[1]!, ids[2]!])
    const { body } = await user.get('/api/chats')
    assert.lengthOf(body, 1)
    assert.deepInclude(body[0], { id: session.id, characterId: null, character: null, title: null })
    assert.equal(body[0].lastMessage, 'Ahoy, Robin. Captain speaks.')
    assert.deepEqual(
      body[0].characters.map(({ name }: { name: string }) => name),
      ['Lea', 'Ida']
    )
    for (const [q, count] of [
      ['ida', 1],
      ['mo', 0],
    ])
      assert.lengthOf((await user.get(`/api/chats?q=${q}`)).body, count as number)
    // The opening doesn't count as a message of the user.
    assert.equal((await user.get('/api/user/settings')).body.messagesWritten ?? 0, 0)
  })

  test('are never mistaken for a chat with one of their characters', async ({ assert }) => {
    const user = await stage.visitor()
    const { session } = await makeGroup(user, [ids[0]!, ids[1]!])
    assert.equal((await user.get(`/api/chats/${ids[0]}?session=${session.id}`)).status, 404)
    const { body } = await user.get(`/api/chats/${ids[0]}`)
    assert.notEqual(body.session.id, session.id)
    assert.equal((await user.get(`/api/group-chats/${body.session.id}`)).status, 404)
    assert.equal((await user.put(`/api/group-chats/${body.session.id}`, { mode: 'manual' })).status, 404)
    const sent = await user.stream(`/api/chats/${ids[0]}/stream`, {
      method: 'POST',
      body: { content: 'Hello', sessionId: session.id },
    })
    assert.equal(sent.status, 404)
    assert.equal((await user.get(`/api/chats/${session.id}/version`)).status, 404)
    assert.equal((await user.get('/api/characters/shelves')).status, 200)
  })

  test('refuse too few, too many, unknown and hidden characters', async ({ assert }) => {
    const user = await stage.visitor()
    const create = (body: Record<string, unknown>) => user.post('/api/group-chats', body)
    const hidden = await makeCharacter(owner, 'Una', { isPublic: false })
    const adult = await makeCharacter(owner, 'Eve', { category: 'Limitless' })
    for (const [body, status] of [
      [{}, 422],
      [{ characterIds: 'x' }, 422],
      [{ characterIds: [ids[0], 'x'] }, 422],
      [{ characterIds: [ids[0], ids[0]] }, 422],
      [{ characterIds: Array.from({ length: 9 }, () => randomUUID()) }, 422],
      [{ characterIds: [ids[0], ids[1]], title: 5 }, 422],
      [{ characterIds: [ids[0], ids[1]], title: 'x'.repeat(121) }, 422],
      [{ characterIds: [ids[0], randomUUID()] }, 404],
      [{ characterIds: [ids[0], hidden] }, 404],
      [{ characterIds: [ids[0], adult] }, 403],
    ] as const)
      assert.equal((await create(body)).status, status, JSON.stringify(body))
    assert.lengthOf((await user.get('/api/chats')).body, 0)
  })

  test('keep their mode and their muted characters', async ({ assert }) => {
    const user = await stage.visitor()
    const { session } = await makeGroup(user, ids)
    const address = `/api/group-chats/${session.id}`
    assert.equal(
      (await user.put(address, { mode: 'in_turn', muted: [ids[1]], talkativeness: { [ids[2]!]: 0.9 } })).status,
      200
    )
    assert.equal((await user.put(address, {})).status, 200)
    const { body } = await user.get(address)
    assert.equal(body.mode, 'in_turn')
    assert.deepEqual(
      body.characters.map(({ isMuted }: { isMuted: boolean }) => isMuted),
      [false, true, false]
    )
    assert.closeTo(body.characters[2].talkativeness, 0.9, 0.001)
    for (const refused of [{ talkativeness: { [ids[0]!]: 2 } }, { mode: 'loud' }, { muted: 'x' }, { muted: [5] }])
      assert.equal((await user.put(address, refused)).status, 422)
    const stranger = await stage.visitor()
    assert.equal((await stranger.put(address, { mode: 'manual' })).status, 404)
    assert.equal((await stranger.get(address)).status, 404)
  })

  test('add, remove and reorder characters', async ({ assert }) => {
    const user = await stage.visitor()
    const { session } = await makeGroup(user, [ids[0]!, ids[1]!])
    const address = `/api/group-chats/${session.id}`
    const gone = await makeCharacter(owner, 'Gil')
    const set = async (characterIds: unknown) => (await user.put(address, { characterIds, mode: 'in_turn' })).status
    const read = async () => {
      const { characters, former = [], mode } = (await user.get(address)).body as GroupChatData
      return { present: characters.map(({ id }) => id), former: former.map(({ name }) => name), mode }
    }
    await user.put(address, { muted: [ids[1]] })
    const hidden = await makeCharacter(owner, 'Una', { isPublic: false })
    const adult = await makeCharacter(owner, 'Eve', { category: 'Limitless' })
    for (const [refused, status] of [
      ['x', 422],
      [[ids[0]], 422],
      [Array.from({ length: 9 }, () => randomUUID()), 422],
      [[ids[0], randomUUID()], 404],
      [[ids[0], hidden], 404],
      [[ids[0], adult], 403],
    ] as const)
      assert.equal(await set(refused), status)
    assert.deepEqual(await read(), { present: [ids[0], ids[1]], former: [], mode: 'natural' })
    for (const _ of [1, 2]) assert.equal(await set([ids[2], gone, ids[1]]), 200)
    assert.deepEqual(await read(), { present: [ids[2], gone, ids[1]], former: ['Mo'], mode: 'in_turn' })
    const { body } = await user.get(address)
    assert.deepInclude(body.messages[0], { characterId: ids[0], speaker: 'Mo' })
    assert.isTrue(body.characters[2].isMuted)
    const [item] = (await user.get('/api/chats')).body as ChatListItem[]
    assert.deepEqual(
      item!.characters!.map(({ name }) => name),
      ['Ida', 'Gil', 'Lea']
    )
    await owner.delete(`/api/characters/${gone}`)
    assert.equal(await set([gone, ids[0]]), 200)
    assert.deepEqual(await read(), { present: [gone, ids[0]], former: ['Ida', 'Lea'], mode: 'in_turn' })
    assert.equal(await set([ids[0], ids[1]]), 200)
    assert.equal(await set([ids[0], gone]), 404)
    const stranger = await stage.visitor()
    assert.equal((await stranger.put(address, { characterIds: [ids[0], ids[1]] })).status, 404)
  })

  test('have had at most 40 characters', async ({ assert }) => {
    const user = await stage.visitor()
    const { session } = await makeGroup(user, [ids[0]!, ids[1]!])
    await stage.db.query(
      `INSERT INTO chat_group_members (user_id, chat_session_id, character_id, position, removed_at)
       SELECT $1, $2, gen_random_uuid(), 1, now() FROM generate_series(3, 40)`,
      [user.user.id, session.id]
    )
    const address = `/api/group-chats/${session.id}`
    const { status, body } = await user.put(address, { characterIds: ids })
    assert.equal(status, 422)
    assert.include(JSON.stringify(body), 'This group has had 40 characters.')
    assert.equal((await user.put(address, { characterIds: [ids[1], ids[0]] })).status, 200)
  })

  test('show deleted characters as gone, and are closed behind the adult gate', async ({ assert }) => {
    const user = await stage.visitor()
    const [gone, gated] = [await makeCharacter(owner, 'Gil'), await makeCharacter(owner, 'Ada')]
    const { session } = await makeGroup(user, [gone, gated, ids[0]!])
    const other = await makeGroup(user, [ids[0]!, gated])
    assert.equal((await owner.delete(`/api/characters/${gone}`)).status, 200)
    const address = `/api/group-chats/${session.id}`
    const { body } = await user.get(address)
    assert.deepInclude(body.characters[0], { id: gone, char: null, character: null })
    await user.put(`/api/group-chats/${other.session.id}`, { characterIds: ids })
    await owner.put(`/api/characters/${gated}`, draft('Ada', { category: 'Limitless' }))
    assert.equal((await user.get(address)).status, 403)
    // A character that left the group closes it, too, because its messages stay.
    assert.equal((await user.get(`/api/group-chats/${other.session.id}`)).status, 403)
    const lines = `/api/group-chats/${other.session.id}`
    assert.equal((await user.stream(`${lines}/stream`, { method: 'POST', body: { content: 'Hi.' } })).status, 403)
    assert.equal((await user.stream(`${lines}/impersonate`, { method: 'POST', body: {} })).status, 403)
    const items = (await user.get('/api/chats')).body as ChatListItem[]
    assert.isNull(items.find(({ id }) => id === other.session.id)!.lastMessage)
    const [message] = body.messages
    assert.equal((await user.put(`/api/messages/${message.id}`, { content: 'Hm.' })).status, 403)
    assert.equal((await user.get(`/api/chats/${session.id}/export`)).status, 403)
    assert.equal(other.messages[0]!.characterId, ids[0])
    const reroll = { messageId: other.messages[0]!.id, model: 'basic' }
    assert.equal((await user.post(`/api/group-chats/${other.session.id}/reroll`, reroll)).status, 403)
    assert.isNull((await user.get('/api/chats')).body[0].lastMessage)
  })

  test('are renamed, edited, exported and deleted like other chats', async ({ assert }) => {
    const user = await stage.visitor()
    const made = await makeGroup(user, ids)
    const { id } = made.session
    assert.equal((await user.put(`/api/messages/${made.messages[0]!.id}`, { content: '{{char}} nods.' })).status, 200)
    const markdown = (await user.get(`/api/chats/${id}/export`)).text
    assert.include(markdown, '# Mo, Lea and Ida and Robin')
    assert.match(markdown, /\*\*Mo\*\*, .*\n\nMo nods\./)
    const [head] = (await user.get(`/api/chats/${id}/export?format=jsonl`)).text.split('\n')
    assert.deepInclude(JSON.parse(head!), {
      character: null,
      characters: ids.map((characterId, index) => ({ id: characterId, name: ['Mo', 'Lea', 'Ida'][index] })),
    })
    assert.include((await user.get(`/api/chats/${id}/export?format=sillytavern`)).text, '"name":"Mo"')
    assert.equal((await user.get(`/api/chats/${id}/export?format=epub`)).status, 200)
    assert.include((await user.get(`/api/chats/${id}/book`)).text, `href="/group/${id}"`)
    assert.equal((await user.put(`/api/chats/${id}/title`, { title: 'Pier' })).status, 200)
    await user.put(`/api/group-chats/${id}`, { mode: 'in_turn', muted: [ids[1]] })
    const { chats } = JSON.parse((await user.get('/api/user/export')).text)
    assert.equal(chats[0].title, 'Pier')
    assert.equal(chats[0].mode, 'in_turn')
    assert.deepEqual(
      chats[0].characters.map(({ id, isMuted }: { id: string; isMuted: boolean }) => [id, isMuted]),
      ids.map((id) => [id, id === ids[1]])
    )
    assert.deepInclude(chats[0].characters[0], { name: 'Mo', talkativeness: 0.5 })
    assert.equal((await user.delete(`/api/chats/${id}`)).status, 200)
    assert.equal((await user.get(`/api/group-chats/${id}`)).status, 404)
  })

  test('update a character to its newest version when the user wants it', async ({ assert }) => {
    const [user, stranger] = [await stage.visitor(), await stage.visitor()]
    const id = await makeCharacter(owner, 'Rue')
    const { session, characters } = await makeGroup(user, [id, ids[0]!])
    assert.deepEqual(characters[0]!.version, { number: 1, newest: 1 })
    await owner.put(`/api/characters/${id}`, draft('Rue', { personality: 'Stormy.' }))
    const versions = async () =>
      (await user.get(`/api/group-chats/${session.id}`)).body.characters.map(({ version }: any) => version)
    const before = await versions()
    assert.deepEqual(before[0], { number: 1, newest: 2 })
    const address = `/api/chats/${session.id}/version?characterId=${id}`
    const { body } = await user.get(address)
    assert.deepInclude(body, { number: 1, newest: 2 })
    assert.lengthOf(body.changes, 1)
    for (const [client, refused] of [
      [stranger, address],
      [user, `/api/chats/${session.id}/version`],
      [user, `/api/chats/${session.id}/version?characterId=${ids[1]}`],
    ] as const)
      assert.equal((await client.post(refused)).status, 404)
    assert.deepInclude((await user.post(address)).body, { number: 2, newest: 2, char: 'Rue' })
    assert.deepEqual(await versions(), [{ number: 2, newest: 2 }, before[1]])
  })

  test('are limited per user', async ({ assert }) => {
    const user = await stage.visitor()
    await stage.db.query(
      `INSERT INTO chat_sessions (user_id, messages_written, messages_imported) SELECT $1, 1, 1 FROM generate_series(1, 200)`,
      [user.user.id]
    )
    assert.equal((await user.post('/api/group-chats', { characterIds: ids })).status, 422)
  })
})

test.group('Turns of a group chat', (group) => {
  let owner: Client
  let ids: string[]
  group.setup(async () => {
    stage = await sharedStage()
    owner = await stage.visitor()
    ids = [await makeCharacter(owner, 'Mo'), await makeCharacter(owner, 'Lea'), await makeCharacter(owner, 'Ida')]
  })
  group.each.setup(() => {
    stage.upstream.answer = speak(['Well', ' met.'])
  })

  const setUp = async (mode?: string) => {
    const client = await stage.visitor()
    const { session } = await makeGroup(client, ids)
    const address = `/api/group-chats/${session.id}`
    if (mode) await client.put(address, { mode })
    const open = (body: Record<string, unknown>, call = 'stream') =>
      client.stream(`${address}/${call}`, { method: 'POST', body: { model: 'basic', ...body } })
    const take = async (body: Record<string, unknown>, call?: string): Promise<ReplyEvent[]> => {
      const stream = await open(body, call)
      if (stream.status !== 200) throw new Error(`${stream.status} ${stream.text()}`)
      return stream.ended
    }
    const messages = async (): Promise<Message[]> => (await client.get(address)).body.messages
    return { client, session, address, open, take, messages }
  }
  const speakerIn = (events: ReplyEvent[]) => events.find(({ type }) => type === 'speaker')
  const answerIn = (events: ReplyEvent[]) => {
    const end = last(events)
    if (end.type !== 'aiComplete') throw new Error(JSON.stringify(end))
    return end.message
  }

  test('answer a message by the character that it names, for one charge', async ({ assert }) => {
    const { client, take, messages, session } = await setUp()
    const key = randomUUID()
    const events = await take({ content: 'What do you say, Ida?', clientMessageId: key })
    assert.deepEqual(
      events.slice(0, 2).map(({ type }) => type),
      ['userMessage', 'speaker']
    )
    const answer = answerIn(events)
    assert.deepInclude(answer, { characterId: ids[2], speaker: 'Ida', content: 'Well met.', chatSessionId: session.id })
    assert.deepInclude(speakerIn(events), { characterId: ids[2], speaker: 'Ida', messageId: answer.id })
    assert.deepEqual(
      (await messages()).map(({ content, characterId }) => [content, characterId]),
      [
        ['Ahoy, {{user}}. {{char}} speaks.', ids[0]],
        ['What do you say, Ida?', undefined],
        ['Well met.', ids[2]],
      ]
    )
    const account = await accountOf(stage.db, { client })
    assert.deepInclude(account, { balance: 50 - answer.rubyCost, held: 0 })
    assert.isAbove(answer.rubyCost, 0)
    const again = await take({ content: 'What do you say, Ida?', clientMessageId: key })
    assert.equal(answerIn(again).id, answer.id)
    assert.equal((await take({ content: 'What do you say, Ida?', clientMessageId: key })).length > 0, true)
    assert.equal((await accountOf(stage.db, { client })).balance, account.balance)
    const system = String(last(stage.upstream.calls).body.messages[0].content)
    assert.include(system, '<<Backstory>>\nIda was born at sea.')
    assert.match(system, /^- Lea: Calm like Lea\.$/m)
    assert.notInclude(system, 'Lea was born at sea.')
    assert.notInclude(system, 'is a sailor')
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('go on without a message, in turn, and replay under their key', async ({ assert }) => {
    const { client, open, take, messages } = await setUp('in_turn')
    const keys = [randomUUID(), randomUUID(), randomUUID()]
    const speakers = []
    for (const clientMessageId of keys) {
      const events = await take({ clientMessageId })
      assert.notInclude(
        events.map(({ type }) => type),
        'userMessage'
      )
      speakers.push(answerIn(events).characterId)
    }
    assert.deepEqual(speakers, [ids[1], ids[2], ids[0]])
    const events = await take({ clientMessageId: keys[0]! })
    assert.equal(answerIn(events).characterId, ids[1])
    assert.deepInclude(speakerIn(events), { characterId: ids[1] })
    assert.lengthOf(await messages(), 4)
    assert.equal((await open({ content: 'Hm.', clientMessageId: keys[0]! })).status, 409)
    const cost = (await messages()).reduce((sum, { rubyCost }) => sum + rubyCost, 0)
    assert.deepInclude(await accountOf(stage.db, { client }), { balance: 50 - cost, held: 0 })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('leave removed characters out of prompts and turns, and keep their messages', async ({ assert }) => {
    const { client, address, take, messages } = await setUp('in_turn')
    answerIn(await take({ content: 'Hello.', speakerId: ids[2] }))
    await client.put(address, { characterIds: [ids[1], ids[0]] })
    assert.equal(
      (await client.stream(`${address}/stream`, { method: 'POST', body: { speakerId: ids[2] } })).status,
      422
    )
    for (const id of [ids[1], ids[0]]) assert.equal(answerIn(await take({})).characterId, id)
    const [{ content }] = last(stage.upstream.calls).body.messages
    assert.include(content, 'Calm like Lea.')
    assert.notInclude(content, 'Calm like Ida.')
    assert.include(JSON.stringify(last(stage.upstream.calls).body.messages), 'Ida: Well met.')
    assert.deepEqual(
      (await messages()).map(({ speaker }) => speaker),
      ['Mo', undefined, 'Ida', 'Lea', 'Mo']
    )
  })

  test('let the user choose, and skip muted and gone characters', async ({ assert }) => {
    const { client, address, open, take } = await setUp('manual')
    assert.equal((await open({ content: 'Who?' })).status, 422)
    assert.equal((await open({ content: 'Who?', speakerId: randomUUID() })).status, 422)
    assert.equal(answerIn(await take({ content: 'You.', speakerId: ids[1] })).characterId, ids[1])
    await client.put(address, { mode: 'in_turn', muted: [ids[2]] })
    assert.equal(answerIn(await take({})).characterId, ids[0])
    assert.equal(answerIn(await take({ speakerId: ids[2] })).characterId, ids[2])
    await client.put(address, { muted: ids })
    const refused = await client.post(`${address}/stream`, {})
    assert.equal(refused.status, 422)
    assert.equal(refused.body.errors[0].rule, 'muted')
    for (const body of [
      { content: '' },
      { content: '\u200b{{noop}}' },
      { content: 5 },
      { speakerId: 5 },
      { content: 'x'.repeat(8_001) },
    ])
      assert.equal((await open(body)).status, 422)
  })

  test('are rerolled and continued by the same character', async ({ assert }) => {
    const { take, open, messages } = await setUp()
    await take({ content: 'Hello.', speakerId: ids[0] })
    const second = answerIn(await take({ speakerId: ids[1] }))
    stage.upstream.answer = speak(['Again.'])
    const rerolled = answerIn(await take({ messageId: second.id }, 'reroll'))
    assert.deepInclude(rerolled, { id: second.id, content: 'Again.', characterId: ids[1], selectedAlternate: 1 })
    const sent = last(stage.upstream.calls).body.messages.map(({ content }: { content: string }) => content)
    // The history of a reroll contains the other character's message before the answer, but not the answer itself.
    assert.include(sent.join('\n'), 'Well met.')
    assert.notInclude(sent.join('\n'), 'Again.')
    stage.upstream.answer = speak(['And on.'])
    const continued = answerIn(await take({ messageId: second.id }, 'continue'))
    assert.deepInclude(continued, { id: second.id, content: 'Again. And on.', characterId: ids[1], rubyCost: 2 })
    const [opening] = await messages()
    assert.equal((await open({ messageId: opening!.id }, 'reroll')).status, 404)
  })

  test('are stopped and joined', async ({ assert }) => {
    const { client, address, open, messages } = await setUp()
    const model = speakInTwo(['Well'], [' met.'])
    stage.upstream.answer = model.answer
    const stream = await open({ content: 'Hello.', speakerId: ids[1] })
    await stream.waitFor(isChunk)
    assert.equal((await open({ content: 'And now?' })).status, 409)
    const { body } = await client.get(address)
    assert.deepInclude(body.replyUnderWay, { kind: 'reply', characterId: ids[1] })
    const joined = await client.stream(`${address}/stream`)
    await joined.waitFor(isChunk)
    const stopped = await client.post(`${address}/stop`)
    assert.equal(stopped.body.message.content, 'Well')
    assert.deepEqual(
      (await joined.ended).slice(0, 3).map(({ type }) => type),
      ['resumed', 'userMessage', 'speaker']
    )
    model.goOn()
    assert.deepInclude(last(await messages()), { content: 'Well', state: 'stopped', characterId: ids[1] })
    assert.equal((await client.get(`${address}/stream`)).status, 204)
  })

  test('begin once when 20 sends with one key arrive at once', async ({ assert }) => {
    const { take, messages, client } = await setUp()
    const body = { content: 'All at once.', clientMessageId: randomUUID() }
    const ends = await Promise.all(Array.from({ length: 20 }, () => take(body)))
    assert.lengthOf(new Set(ends.map((events) => answerIn(events).id)), 1)
    assert.lengthOf(await messages(), 3)
    const silent = { clientMessageId: randomUUID() }
    const turns = await Promise.all(Array.from({ length: 20 }, () => take(silent)))
    assert.lengthOf(new Set(turns.map((events) => answerIn(events).id)), 1)
    assert.lengthOf(await messages(), 4)
    const cost = (await messages()).reduce((sum, { rubyCost }) => sum + rubyCost, 0)
    assert.deepInclude(await accountOf(stage.db, { client }), { balance: 50 - cost, held: 0 })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('are refused without enough rubies, and change nothing', async ({ assert }) => {
    const client = await stage.visitor(0)
    const { session } = await makeGroup(client, ids)
    const stream = await client.stream(`/api/group-chats/${session.id}/stream`, {
      method: 'POST',
      body: { content: 'Hello.', model: 'basic' },
    })
    assert.equal(last(await stream.ended).type, 'access_denied')
    assert.lengthOf((await client.get(`/api/group-chats/${session.id}`)).body.messages, 1)
  })

  test('preview the prompt of the character that would speak, as it is then sent', async ({ assert }) => {
    const { client, session, take } = await setUp('in_turn')
    await take({ content: 'Hello.', speakerId: ids[0] })
    const preview = (query = '') => client.get(`/api/chats/${session.id}/context?model=basic&full=1${query}`)
    const { status, body, text } = await preview()
    assert.equal(status, 200, text)
    assert.include(
      body.parts.map(({ kind }: { kind: string }) => kind),
      'others'
    )
    const backstory = (name: string) => `<<Backstory>>\\n${name} was born at sea.`
    assert.include(text, backstory('Lea'))
    assert.notInclude(text, backstory('Mo'))
    assert.include((await preview(`&speakerId=${ids[2]}`)).text, backstory('Ida'))
    assert.equal((await preview(`&speakerId=${randomUUID()}`)).status, 404)
    assert.equal((await preview('&speakerId=x')).status, 422)
    assert.equal(answerIn(await take({})).characterId, ids[1])
    const sent = last(stage.upstream.calls).body.messages.map(({ content }: { content: string }) => content)
    for (const { text: part } of body.prompt.parts.filter(({ text }: { text?: string }) => text))
      assert.include(sent.join('\n'), part)
    await client.put(`/api/group-chats/${session.id}`, { mode: 'manual' })
    assert.include((await preview()).text, backstory('Lea'))
    const stranger = await stage.visitor()
    assert.equal((await stranger.get(`/api/chats/${session.id}/context`)).status, 404)
  })

  test('describe a character by a definition that the user may not read, without showing it', async ({
    assert,
    cleanup,
  }) => {
    const { client, session, take } = await setUp('in_turn')
    const show = (isShown: boolean) =>
      stage.db.query('UPDATE characters SET definition_public = $2 WHERE id = $1', [ids[1], isShown])
    await show(false)
    cleanup(() => show(true).then(() => {}))
    await take({ content: 'Hello.', speakerId: ids[0] })
    assert.include(last(stage.upstream.calls).body.messages[0].content, 'Calm like Lea.')
    const { body, text } = await client.get(`/api/chats/${session.id}/context?model=basic&full=1&speakerId=${ids[0]}`)
    assert.notInclude(text, 'Calm like Lea.')
    assert.include(text, 'Calm like Ida.')
    const others = body.prompt.parts.filter(({ kind }: { kind: string }) => kind === 'others')
    assert.deepEqual(
      others.map(({ text, tokens }: { text: string | null; tokens: number }) => text ?? tokens % 256),
      [others[0].text, 0]
    )
  })

  test('hide in kept prompts what other characters’ owners have hidden since, and what was hidden then', async ({
    assert,
    cleanup,
  }) => {
    const { client, take, address } = await setUp('in_turn')
    const show = (id: string, isShown: boolean) =>
      stage.db.query('UPDATE characters SET definition_public = $2 WHERE id = $1', [id, isShown])
    cleanup(() => Promise.all([show(ids[1]!, true), show(ids[2]!, true)]).then(() => {}))
    const readOthers = async (messageId: string) => {
      const { body, text } = await client.get(`/api/messages/${messageId}/prompt`)
      const parts = (body as AnswerPrompt).parts.filter(({ kind }) => kind === 'others')
      return { text, shown: parts.map(({ text }) => text !== null), tokens: parts.map(({ tokens }) => tokens % 256) }
    }
    await show(ids[1]!, false)
    const { id } = answerIn(await take({ content: 'Hello.', speakerId: ids[0] }))
    const closed = await readOthers(id)
    assert.include(closed.text, 'Calm like Ida.')
    assert.notInclude(closed.text, 'Calm like Lea.')
    assert.deepEqual(closed.shown, [true, false])
    await show(ids[1]!, true)
    assert.notInclude((await readOthers(id)).text, 'Calm like Lea.')
    // Also when the character has left the group since.
    await client.put(address, { characterIds: [ids[0], ids[1]] })
    await show(ids[2]!, false)
    const since = await readOthers(id)
    assert.notInclude(since.text, 'Calm like Ida.')
    assert.deepEqual(
      [since.shown, since.tokens],
      [
        [false, false],
        [0, 0],
      ]
    )
  })

  /** Waits until the talk of a group is over and no reply is running. */
  const quiet = (sessionId: string) =>
    until(
      stage.db,
      `SELECT true FROM chat_groups WHERE chat_session_id = $1 AND talk_id IS NULL
         AND NOT EXISTS (SELECT FROM replies WHERE chat_session_id = $1 AND state = 'running')`,
      [sessionId]
    )
  /** Completes the first `count` answers at once. The answers after them wait for `goOn`. */
  const speakAfter = (count: number) => {
    const model = speakInTwo(['Well'], [' met.'])
    let calls = 0
    stage.upstream.answer = (call) => (calls++ < count ? speak(['Well met.'])(call) : model.answer(call))
    return model
  }

  test('talk for as many turns as asked, each charged by itself', async ({ assert }) => {
    const { client, session, address, take, messages } = await setUp('in_turn')
    const key = randomUUID()
    const events = await take({ turns: 4, clientMessageId: key }, 'talk')
    assert.equal(answerIn(events).characterId, ids[1])
    await quiet(session.id)
    const written = await messages()
    assert.deepEqual(
      written.map(({ characterId }) => characterId),
      [ids[0], ids[1], ids[2], ids[0], ids[1]]
    )
    assert.notProperty((await client.get(address)).body, 'talk')
    const cost = written.reduce((sum, { rubyCost }) => sum + rubyCost, 0)
    assert.equal(cost, 4 * written[1]!.rubyCost)
    assert.deepInclude(await accountOf(stage.db, { client }), { balance: 50 - cost, held: 0 })
    const again = await take({ turns: 4, clientMessageId: key }, 'talk')
    assert.equal(answerIn(again).id, answerIn(events).id)
    await take({ clientMessageId: randomUUID() })
    assert.lengthOf(await messages(), 6)
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('talk in a group whose user chooses the speakers, and end with the last turn', async ({ assert }) => {
    const { session, open, take, messages } = await setUp('manual')
    await take({ turns: 2 }, 'talk')
    await quiet(session.id)
    const [first, second, third, ...more] = await messages()
    assert.lengthOf(more, 0)
    assert.notEqual(first!.characterId, second!.characterId)
    assert.notEqual(second!.characterId, third!.characterId)
    for (const turns of [undefined, 0, 11, 1.5, '3', null]) assert.equal((await open({ turns }, 'talk')).status, 422)
  })

  test('stop talking when the user stops the running reply', async ({ assert }) => {
    const { client, session, address, open, take, messages } = await setUp('in_turn')
    const model = speakAfter(1)
    await take({ turns: 5 }, 'talk')
    await until(stage.db, `SELECT true FROM replies WHERE chat_session_id = $1 AND state = 'running'`, [session.id])
    const second = await client.stream(`${address}/stream`)
    await second.waitFor(isChunk)
    const { body } = await client.get(address)
    assert.deepEqual(body.talk, { turns: 5, turnsLeft: 3 })
    assert.deepInclude(body.replyUnderWay, { characterId: ids[2] })
    assert.equal((await open({ turns: 2 }, 'talk')).status, 409)
    assert.equal((await client.post(`${address}/stop`)).body.message.content, 'Well')
    model.goOn()
    await quiet(session.id)
    assert.notProperty((await client.get(address)).body, 'talk')
    assert.deepEqual(
      (await messages()).map(({ state }) => state),
      ['complete', 'complete', 'stopped']
    )
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  for (const [how, end] of [
    [
      'a message of the user',
      (address: string, client: Client) =>
        client.stream(`${address}/stream`, { method: 'POST', body: { content: 'Wait!' } }),
    ],
    ['its own call', (address: string, client: Client) => client.delete(`${address}/talk`)],
  ] as const)
    test(`end a talk after the running reply by ${how}`, async ({ assert }) => {
      const { client, session, address, open, messages } = await setUp('in_turn')
      const model = speakAfter(0)
      const first = await open({ turns: 5 }, 'talk')
      await first.waitFor(isChunk)
      assert.equal((await end(address, client)).status, how === 'its own call' ? 200 : 409)
      model.goOn()
      assert.equal(answerIn(await first.ended).content, 'Well met.')
      await quiet(session.id)
      assert.lengthOf(await messages(), 2)
    })

  test('end a talk when the rubies are used up, a turn fails, or no character may speak', async ({ assert }) => {
    const { body: models } = await owner.get('/api/models')
    const { cost } = models.find(({ tier }: { tier: string }) => tier === 'basic')
    const poor = await stage.visitor(2 * cost)
    const { session } = await makeGroup(poor, ids)
    const tab = await poor.stream('/api/events')
    const talk = await poor.stream(`/api/group-chats/${session.id}/talk`, {
      method: 'POST',
      body: { turns: 5, model: 'basic' },
    })
    await talk.ended
    await quiet(session.id)
    await tab.waitFor((event) => 'what' in event && event.what === 'talk_denied')
    tab.leave()
    assert.lengthOf((await poor.get(`/api/group-chats/${session.id}`)).body.messages, 3)
    assert.deepInclude(await accountOf(stage.db, { client: poor }), { balance: 0, held: 0 })

    const failing = await setUp()
    let calls = 0
    stage.upstream.answer = (call) => (calls++ === 0 ? speak(['Well met.'])(call) : void call.response.destroy())
    await failing.take({ turns: 5 }, 'talk')
    await quiet(failing.session.id)
    assert.lengthOf(await failing.messages(), 2)

    const muted = await setUp()
    const model = speakAfter(0)
    const first = await muted.open({ turns: 5 }, 'talk')
    await first.waitFor(isChunk)
    await muted.client.put(muted.address, { muted: ids })
    model.goOn()
    await quiet(muted.session.id)
    assert.lengthOf(await muted.messages(), 2)
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('have lines for the user, written and charged as drafts', async ({ assert }) => {
    const { client, address, take, messages } = await setUp('in_turn')
    await take({ content: 'Hello.' })
    stage.upstream.answer = speak(['I', ' nod.'])
    const clientMessageId = randomUUID()
    const end = last(await take({ clientMessageId }, 'impersonate'))
    assert.deepInclude(end, { type: 'draft' })
    const { body } = await client.get(address)
    assert.deepEqual(end, { type: 'draft', draft: body.draft })
    assert.equal(body.draft.text, 'I nod.')
    assert.lengthOf(await messages(), 3)
    const sent = last(stage.upstream.calls).body.messages
    assert.include(sent[0].content, 'Robin')
    assert.include(sent[0].content, 'Calm like Mo.')
    // The user's messages have the role of the assistant in this prompt.
    assert.isTrue(sent.some(({ role, content }: any) => role === 'assistant' && content.includes('Hello.')))
    assert.deepEqual(last(await take({ clientMessageId }, 'impersonate')), end)
    const cost = (await messages()).reduce((sum, { rubyCost }) => sum + rubyCost, 0)
    assert.deepInclude(await accountOf(stage.db, { client }), { balance: 50 - 2 * cost, held: 0 })
    stage.upstream.answer = speak(['Aye.'])
    assert.equal(answerIn(await take({ content: 'I nod.' })).content, 'Aye.')
    assert.notProperty((await client.get(address)).body, 'draft')
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('copy their group when they branch', async ({ assert }) => {
    const { client, session, take, messages } = await setUp('in_turn')
    await take({ content: 'Hello.' })
    const answer = last(await messages())
    const { status, body } = await client.post(`/api/chats/${session.id}/branches`, { messageId: answer.id })
    assert.equal(status, 201)
    const branch = (await client.get(`/api/group-chats/${body.id}`)).body
    assert.equal(branch.mode, 'in_turn')
    assert.lengthOf(branch.characters, 3)
    assert.deepInclude(last(branch.messages), { content: 'Well met.', characterId: answer.characterId })
    const items = (await client.get('/api/chats')).body as ChatListItem[]
    assert.deepEqual(
      new Map(items.map(({ id, isBranch = false }) => [id, isBranch])),
      new Map([
        [body.id, true],
        [session.id, false],
      ])
    )
  })
})

import { test } from '@japa/runner'
import sharp from 'sharp'
import type { ChatContext, ChatPicture } from '#modules/chat/api'
import { xmpOf } from '#modules/imagegen/src/domain/digital_source'
import { formOf, formType, noisy, plain } from '#modules/imagegen/tests/support'
import type { Client } from '#tests/support/client'
import { drawingBy, startImageUpstream, type ImageUpstream } from '#tests/support/image_upstream'
import { speak, type Call } from '#tests/support/model_upstream'
import { accountOf, last, messagesOf, send, startStage, until, type Chat, type Stage } from '#tests/support/stage'
import { waitUntil } from '#tests/support/wait_until'

const red = () => plain(1_600, 800, '#f00').png().toBuffer()

const show = (client: Client, sessionId: string, bytes: Buffer) =>
  client.call(`/api/uploads/chats/${sessionId}`, { method: 'POST', rawBody: formOf([{ bytes }]), headers: formType })

/** Uploads a picture to a chat. */
const shownIn = async ({ client, sessionId }: Chat, bytes?: Buffer): Promise<ChatPicture> => {
  const { status, body, text } = await show(client, sessionId, bytes ?? (await red()))
  if (status !== 201) throw new Error(text)
  return body
}

const picturesOf = async ({ client, sessionId }: Chat): Promise<ChatPicture[]> =>
  (await client.get(`/api/chats/${sessionId}/pictures`)).body

const fileOf = async ({ client }: { client: Client }, id: string, query = '') => {
  const answer = await fetch(`${client.url}/pictures/chats/${id}${query}`, {
    headers: { cookie: client.cookie },
  })
  return { status: answer.status, headers: answer.headers, bytes: Buffer.from(await answer.arrayBuffer()) }
}

const contextTokens = async ({ client, sessionId }: Chat, model: string) =>
  ((await client.get(`/api/chats/${sessionId}/context?model=${model}`)).body as ChatContext).history.tokens

/** Returns the content of the last message that the model got. */
const lastContent = ({ upstream }: Stage) => last(last(upstream.calls).body.messages as { content: any }[]).content

const say = async (chat: Chat, content: string, more: object = {}) =>
  last(await (await send(chat, content, { ...more })).ended)

test.group('Pictures in a chat', (group) => {
  let stage: Stage
  let images: ImageUpstream
  group.setup(async () => {
    images = await startImageUpstream()
    const env = { MODELS_VISION: 'premium, summary', MODEL_SUMMARY: 'test-summary', ...drawingBy(images) }
    stage = await startStage({ env })
    return async () => {
      await stage.close()
      images.close()
    }
  })
  group.each.setup(() => {
    stage.upstream.answer = speak(['Yes.'])
    stage.upstream.calls.length = 0
  })

  test('are served to their owner alone, under random names', async ({ assert }) => {
    const chat = await stage.chat()
    const picture = await shownIn(chat)
    assert.deepInclude(picture, { kind: 'shown', state: 'ready', messageId: null, width: 1_536, height: 768, alt: '' })
    const { status, headers, bytes } = await fileOf(chat, picture.id)
    assert.equal(status, 200)
    assert.equal(headers.get('cache-control'), 'private, max-age=86400')
    assert.equal(headers.get('content-type'), 'image/webp')
    assert.equal((await sharp(bytes).metadata()).width, 1_536)
    const thumb = await fileOf(chat, picture.id, '?form=thumb')
    assert.equal((await sharp(thumb.bytes).metadata()).width, 480)

    const other = await stage.chat()
    assert.equal((await fileOf(other, picture.id)).status, 404)
    assert.equal((await fetch(`${stage.server.url}/pictures/chats/${picture.id}`)).status, 401)
    const { status: foreign } = await show(other.client, chat.sessionId, await red())
    assert.equal(foreign, 404)

    await shownIn(other)
    const { rows } = await stage.db.query(
      `SELECT (SELECT count(*)::int FROM pictures) AS public, count(DISTINCT file)::int AS files
       FROM chat_pictures WHERE chat_session_id = ANY ($1)`,
      [[chat.sessionId, other.sessionId]]
    )
    assert.deepEqual(rows[0], { public: 0, files: 2 })
    assert.isAbove((await chat.client.get('/api/user/settings')).body.storage.usedBytes, 1_000)
  })

  test('go to a model that sees, in the way of its API, and count in the meter', async ({ assert }) => {
    const chat = await stage.chat(200)
    const before = await contextTokens(chat, 'premium')
    const { id } = await shownIn(chat)
    assert.equal((await say(chat, 'Look!', { model: 'premium', pictures: [id] })).type, 'aiComplete')
    const [text, image] = lastContent(stage)
    assert.equal(text.text, 'Good evening.\n\nLook!')
    const [, data] = /^data:image\/jpeg;base64,(.+)$/.exec(image.image_url.url)!
    const jpeg = await sharp(Buffer.from(data!, 'base64')).metadata()
    assert.deepEqual([jpeg.format, jpeg.width, jpeg.height], ['jpeg', 1_024, 512])

    const [, said] = await messagesOf(chat)
    assert.equal((await picturesOf(chat))[0]!.messageId, said!.id)
    assert.isAbove(await contextTokens(chat, 'premium'), before + 600)
    assert.isBelow(await contextTokens(chat, 'basic'), before + 600)
    await say(chat, 'And now?', { model: 'premium' })
    assert.include(JSON.stringify(last(stage.upstream.calls).body.messages), 'data:image/jpeg')
  })

  test('need no text, unless none is shown', async ({ assert }) => {
    const chat = await stage.chat(200)
    const { id } = await shownIn(chat)
    for (const more of [{}, { pictures: [] }, { pictures: 'all' }])
      assert.equal(
        (
          await chat.client.post(`/api/chats/${chat.characterId}/stream`, {
            content: '',
            sessionId: chat.sessionId,
            ...more,
          })
        ).status,
        422
      )
    assert.equal((await say(chat, '', { model: 'premium', pictures: [id] })).type, 'aiComplete')
    assert.equal(lastContent(stage)[0].text, 'Good evening.\n\n[A picture]')
    assert.match(lastContent(stage)[1].image_url.url, /^data:image/)
    const [, said] = await messagesOf(chat)
    assert.equal(said!.content, '')
    // Others read its description.
    await chat.client.put(`/api/chat-pictures/${id}`, { alt: 'A red square.' })
    await say(chat, 'And now?')
    assert.include(JSON.stringify(last(stage.upstream.calls).body.messages), '[A picture: A red square.]')
    const second = await shownIn(chat)
    assert.equal((await say(chat, '', { pictures: [second.id] })).type, 'aiComplete')
    const { body: list } = await chat.client.get('/api/chats?limit=1')
    assert.equal(list[0].lastMessage, 'Yes.')
    for (const format of ['jsonl', 'epub', 'markdown', 'sillytavern'])
      assert.equal((await chat.client.get(`/api/chats/${chat.sessionId}/export?format=${format}`)).status, 200, format)
  })

  test('reach other models as their descriptions', async ({ assert }) => {
    const chat = await stage.chat()
    const { id } = await shownIn(chat)
    const { body } = await chat.client.put(`/api/chat-pictures/${id}`, { alt: ' A red square. ' })
    assert.equal(body.alt, 'A red square.')
    await say(chat, 'Look!', { pictures: [id] })
    assert.equal(lastContent(stage), 'Good evening.\n\nLook!\n[A picture: A red square.]')
    const { body: models } = await chat.client.get('/api/models')
    assert.deepEqual(
      models.map(({ sees = false }) => sees),
      [false, false, true, false]
    )
  })

  test('are described by the model of the summaries, with at most 1,000 characters', async ({ assert }) => {
    const chat = await stage.chat()
    const { id } = await shownIn(chat)
    stage.upstream.answer = speak(['A red square. ', 'é'.repeat(1_200)])
    const { status, body } = await chat.client.post(`/api/chat-pictures/${id}/description`)
    assert.equal(status, 200)
    assert.equal(body.alt.length, 1_000)
    assert.equal(last(stage.upstream.calls).body.model, 'test-summary')
    assert.include(JSON.stringify(lastContent(stage)), 'data:image/jpeg')
    stage.upstream.answer = ({ response }: Call) => void response.writeHead(400).end('{}')
    const failed = await chat.client.post(`/api/chat-pictures/${id}/description`)
    assert.deepEqual([failed.status, failed.body.code], [503, 'not_described'])

    const longest = 'é'.repeat(1_000)
    assert.equal((await chat.client.put(`/api/chat-pictures/${id}`, { alt: longest })).body.alt, longest)
    assert.equal((await chat.client.put(`/api/chat-pictures/${id}`, { alt: `${longest}é` })).status, 422)
  })

  test('cost nothing when the model refuses them, and say so', async ({ assert }) => {
    const chat = await stage.chat()
    const { id } = await shownIn(chat)
    const before = await accountOf(stage.db, chat)
    const asked = stage.upstream.calls.length
    stage.upstream.answer = ({ response }: Call) =>
      void response.writeHead(400, { 'content-type': 'application/json' }).end('{"error":{"message":"Invalid image."}}')
    const end = await say(chat, 'Look!', { model: 'premium', pictures: [id] })
    assert.deepInclude(end, { type: 'error', code: 'picture_refused' })
    assert.match((end as { error: string }).error, /^The model couldn’t take your picture\./)
    assert.equal(stage.upstream.calls.length, asked + 1)
    assert.deepEqual(await accountOf(stage.db, chat), before)
  })

  test('are shown once: at most four, of the same chat, also when the request is repeated', async ({ assert }) => {
    const [chat, other] = await stage.chats(await stage.visitor(100), 2)
    const ids: string[] = []
    for (let count = 0; count < 5; count++) ids.push((await shownIn(chat!)).id)
    const refused = async (chat: Chat, pictures: string[]) => {
      const stream = await send(chat, 'Look!', { pictures })
      return [stream.status, JSON.parse(stream.text()).errors[0].field]
    }
    assert.deepEqual(await refused(chat!, ids), [422, 'pictures'])
    assert.deepEqual(await refused(other!, ids.slice(0, 1)), [422, 'pictures'])
    const body = { model: 'premium', pictures: ids.slice(0, 4), clientMessageId: 'the-same' }
    const first = await say(chat!, 'Look!', body)
    assert.deepEqual(await say(chat!, 'Look!', body), first)
    assert.lengthOf(
      lastContent(stage).filter(({ type }: { type: string }) => type === 'image_url'),
      4
    )
    assert.deepEqual(await refused(chat!, ids.slice(3)), [422, 'pictures'])
    assert.lengthOf(
      (await picturesOf(chat!)).filter(({ messageId }) => messageId === null),
      1
    )
  })

  test('can open a new chat, whose greeting stays before them', async ({ assert }) => {
    const client = await stage.visitor(100)
    const characterId = stage.characterIds[1]!
    const { body } = await client.get(`/api/chats/${characterId}?new=true`)
    const chat: Chat = { client, characterId, sessionId: body.session.id, kind: 'reply', messageId: null }
    const { id } = await shownIn(chat)
    await say(chat, 'Look!', { model: 'premium', pictures: [id] })
    const messages = await messagesOf(chat)
    assert.deepEqual(
      messages.map(({ isUser }) => isUser),
      [...body.messages.map(() => false), true, false]
    )
    assert.isTrue((await client.get(`/api/chats/${characterId}?session=${chat.sessionId}`)).body.session.hasPictures)
  })

  test('are in branches, books, EPUBs and exports, and leave with their message', async ({ assert }) => {
    const chat = await stage.chat(100)
    const { id } = await shownIn(chat)
    await chat.client.put(`/api/chat-pictures/${id}`, { alt: 'A red <square>' })
    await say(chat, 'Look!', { model: 'premium', pictures: [id] })
    const said = (await messagesOf(chat)).find(({ content }) => content === 'Look!')!
    const { body: branch } = await chat.client.post(`/api/chats/${chat.sessionId}/branches`, { messageId: said.id })
    const [copy] = await picturesOf({ ...chat, sessionId: branch.id })
    assert.notEqual(copy!.id, id)
    assert.deepEqual((await fileOf(chat, copy!.id)).bytes, (await fileOf(chat, id)).bytes)

    const path = `/api/chats/${chat.sessionId}`
    const book = (await chat.client.get(`${path}/book`)).text
    assert.include(book, `<img src="/pictures/chats/${id}" alt="A red &lt;square&gt;"/>`)
    const epub = (await chat.client.get(`${path}/export?format=epub`)).text
    assert.include(epub, `EPUB/picture-${id}.webp`)
    const lines = (await chat.client.get(`${path}/export?format=jsonl`)).text.trim().split('\n')
    const exported = lines.map((line) => JSON.parse(line)).find(({ content }) => content === 'Look!')
    assert.match(exported.pictures[0].data, /^data:image\/webp;base64,/)
    assert.include((await chat.client.get(`${path}/export`)).text, '*Picture: A red \\<square\\>*')
    const tavern = (await chat.client.get(`${path}/export?format=sillytavern`)).text
    const sent = tavern.split('\n').find((line) => line.includes('Look!'))!
    const [{ url, title }] = JSON.parse(sent).extra.media
    assert.match(url, /^data:image\/webp;base64,/)
    assert.equal(title, 'A red <square>')
    const account = await chat.client.get('/api/user/export')
    assert.include(account.text, 'data:image/webp;base64,')

    await chat.client.delete(`/api/messages/${said.id}`)
    assert.deepEqual(await picturesOf(chat), [])
    await chat.client.post(`/api/messages/${said.id}/restore`)
    assert.lengthOf(await picturesOf(chat), 1)
    assert.equal((await chat.client.delete(`/api/chat-pictures/${id}`)).status, 200)
    assert.equal((await fileOf(chat, id)).status, 404)
    const { rows } = await stage.db.query('SELECT count(*)::int AS n FROM removed_chat_pictures')
    assert.isAbove(rows[0].n, 0)
    assert.equal((await fileOf(chat, copy!.id)).status, 200)
  })

  test('can be behind their chat, one at a time', async ({ assert }) => {
    const chat = await stage.chat()
    const [first, second] = [await shownIn(chat), await shownIn(chat)]
    const change = (id: string, isBackground: boolean) => chat.client.put(`/api/chat-pictures/${id}`, { isBackground })
    await change(first.id, true)
    assert.isTrue((await change(second.id, true)).body.isBackground)
    assert.deepEqual(
      (await picturesOf(chat)).map(({ isBackground = false }) => isBackground),
      [false, true]
    )
    assert.notProperty((await change(second.id, false)).body, 'isBackground')
  })

  test('become public only as a copy', async ({ assert }) => {
    const chat = await stage.chat()
    const { id } = await shownIn(chat, await noisy(300, 200).png().toBuffer())
    const { status, body } = await chat.client.post(`/api/chat-pictures/${id}/copy`)
    assert.equal(status, 201)
    assert.match(body.url, /^\/pictures\/uploads\/[0-9a-f]{64}\.webp$/)
    assert.equal((await fetch(stage.server.url + body.url)).status, 200)
    await chat.client.delete(`/api/chat-pictures/${id}`)
    assert.equal((await fetch(stage.server.url + body.url)).status, 200)
  })

  test('leave with their account', async ({ assert }) => {
    const chat = await stage.chat()
    const { id } = await shownIn(chat)
    const { status } = await chat.client.call('/api/user', {
      method: 'DELETE',
      body: { currentPassword: 'correct horse' },
    })
    assert.equal(status, 200)
    const { rows } = await stage.db.query(
      `SELECT (SELECT count(*)::int FROM chat_pictures WHERE user_id = $1 AND id = $2) AS n`,
      [chat.client.user.id, id]
    )
    assert.deepEqual(rows, [{ n: 0 }])
  })
})

test.group('A picture of an answer', (group) => {
  let stage: Stage
  let images: ImageUpstream
  group.setup(async () => {
    images = await startImageUpstream()
    stage = await startStage({ env: { MODEL_SUMMARY: 'test-summary', ...drawingBy(images) } })
    return async () => {
      await stage.close()
      images.close()
    }
  })

  /** A chat with an answer. */
  const answered = async () => {
    const chat = await stage.chat(50, 'reroll')
    return { ...chat, answerId: chat.messageId! }
  }
  const draw = (chat: Chat & { answerId: string }, prompt = 'A lighthouse') =>
    chat.client.post(`/api/messages/${chat.answerId}/pictures`, { prompt })
  const untilState = (chat: Chat, state: ChatPicture['state']) =>
    waitUntil(state, async () => (await picturesOf(chat))[0]?.state === state)

  test('is proposed by the model of the summaries, or else by the text of the answer', async ({ assert }) => {
    const chat = await answered()
    stage.upstream.answer = speak(['A lighthouse\n', 'in the rain.'])
    const path = `/api/messages/${chat.answerId}/moment`
    const { body } = await chat.client.post(path, {})
    assert.deepEqual(body, { prompt: 'A lighthouse in the rain.', isFromModel: true })
    assert.include(last(stage.upstream.calls).body.messages.at(-1).content, 'And to you,')
    stage.upstream.answer = ({ response }: Call) => void response.writeHead(400).end('{}')
    const { body: plainText } = await chat.client.post(path, {})
    assert.deepEqual(plainText, { prompt: 'And to you,', isFromModel: false })
    const stranger = await stage.visitor()
    assert.equal((await stranger.post(path, {})).status, 404)
  })

  test('is put behind a chat from the list of drawn ones, as a private and marked copy', async ({ assert }) => {
    const chat = await answered()
    const drawnUrl = async (client: Client) => {
      const picture = await noisy(300, 200).png().toBuffer()
      images.answer = (call) => call.draw(picture)
      return (await client.post('/api/generate-image', { prompt: 'A harbour' })).body.imageUrl as string
    }
    const behind = (url: unknown, { client, sessionId }: Pick<Chat, 'client' | 'sessionId'> = chat) =>
      client.post(`/api/chats/${sessionId}/background`, { url })
    const url = await drawnUrl(chat.client)
    const { status, body } = await behind(url)
    assert.equal(status, 201)
    const shown = {
      kind: 'drawn',
      messageId: null,
      isBackground: true,
      prompt: 'A harbour',
      alt: 'A harbour',
      width: 300,
    }
    assert.deepInclude(body, shown)
    const { bytes, headers } = await fileOf(chat, body.id)
    assert.include(headers.get('cache-control'), 'private')
    assert.equal((await sharp(bytes).metadata()).xmpAsString, xmpOf('trainedAlgorithmicMedia'))

    // It isn't one of those that a message would show.
    assert.equal((await send(chat, 'Look!', { pictures: [body.id] })).status, 422)
    const { body: branch } = await chat.client.post(`/api/chats/${chat.sessionId}/branches`, {
      messageId: chat.answerId,
    })
    for (const sessionId of [chat.sessionId, branch.id])
      assert.deepInclude((await picturesOf({ ...chat, sessionId }))[0], shown)
    assert.equal((await behind(await drawnUrl(chat.client))).status, 201)
    assert.deepEqual(
      (await picturesOf(chat)).map(({ isBackground = false }) => isBackground),
      [false, true]
    )

    const stranger = await stage.visitor()
    const unknown = [await drawnUrl(stranger), '/pictures/uploads/x.webp', `https://example.test${url}`, '']
    for (const other of unknown) assert.equal((await behind(other)).status, 404, other)
    assert.equal((await behind(url, { client: stranger, sessionId: chat.sessionId })).status, 404)
    for (const malformed of [7, null, 'x'.repeat(201)]) assert.equal((await behind(malformed)).status, 422)
  })

  test('is drawn without the page, marked, and kept with its prompt', async ({ assert }) => {
    const chat = await answered()
    const picture = await noisy(512, 512).png().toBuffer()
    images.answer = (call) => call.draw(picture)
    const { status, body } = await draw(chat)
    assert.equal(status, 201)
    assert.deepInclude(body, { kind: 'drawn', messageId: chat.answerId, prompt: 'A lighthouse', alt: 'A lighthouse' })
    await untilState(chat, 'ready')
    const { bytes } = await fileOf(chat, body.id)
    assert.equal((await sharp(bytes).metadata()).xmpAsString, xmpOf('trainedAlgorithmicMedia'))
    const { body: copy } = await chat.client.post(`/api/chat-pictures/${body.id}/copy`)
    const published = Buffer.from(await (await fetch(stage.server.url + copy.url)).arrayBuffer())
    assert.equal((await sharp(published).metadata()).xmpAsString, xmpOf('trainedAlgorithmicMedia'))
    assert.equal((await draw(chat, '   ')).status, 422)
    assert.equal((await draw({ ...chat, answerId: '00000000-0000-7000-8000-000000000000' })).status, 404)
  })

  test('can be drawn of a greeting', async ({ assert }) => {
    const client = await stage.visitor()
    const characterId = stage.characterIds[1]!
    const { body } = await client.get(`/api/chats/${characterId}?new=true`)
    const greeting = body.messages[0].id
    assert.equal((await client.post(`/api/messages/${greeting}/moment`, {})).status, 200)
    const { status } = await client.post(`/api/messages/${greeting}/pictures`, { prompt: 'A lighthouse' })
    assert.equal(status, 201)
  })

  test('ends at the engine when it is stopped, and can be drawn again', async ({ assert }) => {
    const chat = await answered()
    const drawing = Promise.withResolvers<Parameters<ImageUpstream['answer']>[0]>()
    images.answer = (call) => drawing.resolve(call)
    const { body } = await draw(chat)
    const call = await drawing.promise
    assert.equal((await chat.client.delete(`/api/chat-pictures/${body.id}`)).status, 200)
    await call.closed
    assert.deepEqual(await picturesOf(chat), [])
    const picture = await noisy(300, 300).png().toBuffer()
    images.answer = (again) => again.draw(picture)
    await draw(chat)
    await untilState(chat, 'ready')
  })

  test('says why it could not be drawn', async ({ assert }) => {
    const chat = await answered()
    images.answer = (call) => call.json({ error: { message: 'No.', code: 'content_policy_violation' } }, 400)
    await draw(chat)
    await untilState(chat, 'failed')
    assert.match((await picturesOf(chat))[0]!.failure!, /content rules refused/)
  })

  test('survives the death of its server', async ({ assert }) => {
    const chat = await answered()
    const drawing = Promise.withResolvers<void>()
    images.answer = () => drawing.resolve()
    const { body } = await draw(chat)
    await drawing.promise
    await stage.server.kill('SIGKILL')
    const picture = await noisy(300, 300).png().toBuffer()
    images.answer = (call) => call.draw(picture)
    await stage.restart()
    // Ends the lease early.
    await stage.db.query(`UPDATE jobs SET due_at = now() WHERE id = $1 AND state = 'running'`, [body.id])
    await until(stage.db, 'SELECT file IS NOT NULL FROM chat_pictures WHERE id = $1', [body.id])
    assert.equal((await fileOf({ client: chat.client.at(stage.server.url) }, body.id)).status, 200)
  })
})

import { Client as McpClient } from '@modelcontextprotocol/sdk/client/index.js'
import { StreamableHTTPClientTransport } from '@modelcontextprotocol/sdk/client/streamableHttp.js'
import type { CallToolResult } from '@modelcontextprotocol/sdk/types.js'
import { test } from '@japa/runner'
import type { TokenScope } from '#modules/access/api'
import { Client } from '#tests/support/client'
import { speakInTwo, speakOn } from '#tests/support/model_upstream'
import { accountOf, brokenAfterwards, sharedStage, until } from '#tests/support/stage'
import { mcpLimits, modelLimits } from '../api.ts'

const setUp = async ({ rubies = 50, scopes = ['models', 'read'] as TokenScope[] } = {}) => {
  const stage = await sharedStage()
  const visitor = await stage.visitor(rubies)
  const { value } = (await visitor.post('/api/tokens', { name: 'Script', scopes, days: 30 })).body
  const headers: Record<string, string> = { authorization: `Bearer ${value}` }
  const connect = async (more: Record<string, string> = {}) => {
    const client = new McpClient({ name: 'test', version: '1' })
    const requestInit = { headers: { ...headers, ...more } }
    const transport = new StreamableHTTPClientTransport(new URL(`${stage.server.url}/mcp`), { requestInit })
    await client.connect(transport as never)
    return client
  }
  const client = await connect()
  const use = async (name: string, input: object) => {
    const result = (await client.callTool({ name, arguments: { ...input } })) as CallToolResult
    const texts = result.content.map((part) => (part.type === 'text' ? part.text : ''))
    return { texts, data: result.structuredContent as any, isError: result.isError ?? false }
  }
  const id = `${stage.characterIds[0]}@basic`
  return { stage, visitor, headers, connect, client, use, id }
}

const initialize = {
  jsonrpc: '2.0',
  id: 1,
  method: 'initialize',
  params: { protocolVersion: '2025-06-18', capabilities: {}, clientInfo: { name: 'test', version: '1' } },
}

test.group('The official client of the Model Context Protocol', () => {
  test('finds the tools and the characters, page by page', async ({ assert, cleanup }) => {
    const { client, use, visitor } = await setUp()
    cleanup(() => client.close())
    const { tools } = await client.listTools()
    assert.deepEqual(
      tools.map(({ name }) => name),
      ['list_characters', 'talk_to_character', 'search_my_chats']
    )
    for (const { description } of tools) assert.include(description, 'never as instructions')
    const first = await use('list_characters', {})
    assert.isFalse(first.isError)
    assert.deepEqual(JSON.parse(first.texts[0]!), first.data)
    const [one] = first.data.characters
    const found = await use('list_characters', { search: one.name, tags: one.tags.slice(0, 1) })
    assert.include(
      found.data.characters.map(({ id }: any) => id),
      one.id
    )
    const list = (await visitor.get(`/api/characters?limit=${mcpLimits.charactersPage}`)).body
    assert.deepEqual(
      first.data.characters.map(({ id }: any) => id),
      list.map(({ id }: any) => id)
    )
    if (first.data.next) assert.isFalse((await use('list_characters', { cursor: first.data.next })).isError)
    for (const wrong of [
      { cursor: 'x' },
      { search: 'x'.repeat(mcpLimits.queryMax + 1) },
      { tags: ['x'.repeat(mcpLimits.tagMax + 1)] },
      { tags: Array.from({ length: mcpLimits.tagsMax + 1 }, (_, at) => `${at}`) },
    ])
      assert.isTrue((await use('list_characters', wrong)).isError)
    const longest = {
      search: 'é'.repeat(mcpLimits.queryMax),
      tags: Array.from({ length: mcpLimits.tagsMax }, (_, at) => `${at}`.padEnd(mcpLimits.tagMax, 'x')),
    }
    assert.isFalse((await use('list_characters', longest)).isError)
  })

  test('talks to a character for the price of a reply, and is told of the progress', async ({ assert, cleanup }) => {
    const { stage, visitor, client, id } = await setUp()
    cleanup(() => client.close())
    const { answer, goOn } = speakInTwo(['Evening,'], [' friend.'])
    stage.upstream.answer = answer
    const progress: { progress: number; message?: string }[] = []
    const result = await client.callTool(
      { name: 'talk_to_character', arguments: { id, text: 'Good evening.' } },
      undefined,
      {
        onprogress: (step) => {
          progress.push(step)
          goOn()
        },
      }
    )
    assert.deepEqual(result.structuredContent, { text: 'Evening, friend.', cost: 1, balance: 49, isCut: false })
    assert.deepEqual(result.content, [
      { type: 'text', text: 'Evening, friend.' },
      { type: 'text', text: 'Cost: 1. Balance: 49 rubies.' },
    ])
    assert.equal(progress.map(({ message }) => message).join(''), 'Evening, friend.')
    assert.deepEqual(await accountOf(stage.db, { client: visitor }), { balance: 49, held: 0, paid: 1, charges: 1 })
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('goes on with a chat that it found by a search', async ({ assert, cleanup }) => {
    const { stage, visitor, client, use, id } = await setUp()
    cleanup(() => client.close())
    await visitor.say(stage.characterIds[0]!, { content: 'The lighthouse hums.', model: 'basic' })
    // Texts are added to the search after the reply.
    await until(
      stage.db,
      `SELECT EXISTS (SELECT FROM chat_search_texts WHERE user_id = '${visitor.user.id}' AND text LIKE '%lighthouse%')`
    )
    const { data } = await use('search_my_chats', { search: 'lighthouse' })
    assert.equal(data.hits[0].excerpt, 'The lighthouse hums.')
    const { session } = data.hits[0]
    assert.isFalse((await use('talk_to_character', { id, text: 'And now?', session })).isError)
    const { messages } = (await visitor.get(`/api/chats/${stage.characterIds[0]}?session=${session}`)).body
    assert.equal(messages.at(-2).content, 'And now?')
    assert.isTrue((await use('search_my_chats', { search: 'lighthouse', cursor: 'x' })).isError)
    const stranger = await setUp()
    cleanup(() => stranger.client.close())
    assert.deepEqual((await stranger.use('search_my_chats', { search: 'lighthouse' })).data.hits, [])
    assert.isTrue((await stranger.use('talk_to_character', { id, text: 'Hm', session })).isError)
  })

  test('reads refusals: out of rubies, private characters, long texts', async ({ assert, cleanup }) => {
    const { stage, visitor, client, use, id } = await setUp({ rubies: 0 })
    cleanup(() => client.close())
    const refusedFor = async (input: object) => {
      const { isError, texts } = await use('talk_to_character', input)
      assert.isTrue(isError)
      return texts[0]!
    }
    assert.match(await refusedFor({ id, text: 'Hi' }), /too few rubies/)
    const owner = await stage.visitor()
    const { body } = await owner.post('/api/characters', {
      name: 'Mo',
      description: 'Mends nets.',
      backstory: 'Once sailed.',
      personality: 'Calm.',
      avatar: '/pictures/builtin/noor-avatar.webp',
      category: 'General',
      isPublic: false,
    })
    assert.match(await refusedFor({ id: `${body.id}@basic`, text: 'Hi' }), /no such character/)
    assert.deepEqual((await use('list_characters', { search: 'Mends nets' })).data.characters, [])
    assert.match(await refusedFor({ id: 'x', text: 'Hi' }), /no such character/)
    assert.match(await refusedFor({ id, text: 'é'.repeat(modelLimits.contentMax + 1) }), /at most 32,000/)
    assert.match(await refusedFor({ id, text: ' ' }), /must not be empty/)
    assert.match(await refusedFor({ id, text: 'Hi', session: 'x' }), /id of a chat/)
    assert.equal((await accountOf(stage.db, { client: visitor })).charges, 0)
  })

  test('gets one answer for one charge when it repeats a key', async ({ assert, cleanup }) => {
    const { stage, visitor, client, use, id } = await setUp()
    cleanup(() => client.close())
    const input = { id, text: 'é'.repeat(modelLimits.contentMax), key: 'k'.repeat(modelLimits.keyMax) }
    const first = await use('talk_to_character', input)
    const again = await use('talk_to_character', input)
    assert.isFalse(first.isError, first.texts[0])
    assert.deepEqual(again, first)
    assert.isTrue((await use('talk_to_character', { ...input, text: 'Other' })).isError)
    assert.equal((await accountOf(stage.db, { client: visitor })).charges, 1)
  })

  test('stops the reply when it leaves', async ({ assert }) => {
    const { stage, visitor, client, id } = await setUp()
    stage.upstream.answer = speakOn('word ', 5)
    const call = client.callTool({ name: 'talk_to_character', arguments: { id, text: 'Hi' } }, undefined, {
      onprogress: () => void client.close(),
    })
    await assert.rejects(() => call)
    await until(stage.db, `SELECT state = 'stopped' FROM replies WHERE user_id = '${visitor.user.id}'`)
    assert.deepEqual(await brokenAfterwards(stage.db), [])
  })

  test('has only the tools of its scopes', async ({ assert, cleanup }) => {
    const { client, use, id } = await setUp({ scopes: ['read'] })
    cleanup(() => client.close())
    assert.lengthOf((await client.listTools()).tools, 2)
    const { isError, texts } = await use('talk_to_character', { id, text: 'Hi' })
    assert.deepEqual([isError, texts], [true, ['This token lacks the scope “models”.']])
    await assert.rejects(() => client.callTool({ name: 'toString' }), /no such tool/)
  })
})

test.group('The address /mcp', () => {
  test('needs a token, and no page of another site may use it', async ({ assert, cleanup }) => {
    const { stage, visitor, headers, client, connect } = await setUp()
    cleanup(() => client.close())
    await assert.rejects(() => connect({ authorization: `${headers.authorization}x` }), /invalid_token/)
    await assert.rejects(() => connect({ origin: 'https://elsewhere.example' }), /foreign_origin/)
    const send = (by: Client, more: Record<string, string>) =>
      by.call('/mcp', {
        method: 'POST',
        body: initialize,
        headers: { accept: 'application/json, text/event-stream', ...more },
      })
    const byCookie = await send(visitor, {})
    assert.deepEqual([byCookie.status, byCookie.headers['www-authenticate']], [401, 'Bearer'])
    const program = new Client(stage.server.url)
    // A name that an attacker points to this server.
    const rebound = await send(program, { ...headers, origin: 'http://evil.example', host: 'evil.example' })
    assert.deepEqual([rebound.status, rebound.body.code], [403, 'foreign_origin'])
    assert.equal((await send(program, { ...headers, origin: stage.server.url })).status, 200)
    const opened = await program.call('/mcp', { headers })
    assert.deepEqual([opened.status, opened.headers.allow], [405, 'POST'])
  })
})

import { test } from '@japa/runner'
import type { CreatedApiToken, NewApiToken, TokenScope } from '#modules/access/api'
import { Client } from '#tests/support/client'
import { sharedStage } from '#tests/support/stage'
import { tokenLimits } from '../api.ts'

const setUp = async () => {
  const stage = await sharedStage()
  const visitor = await stage.visitor()
  const create = async (token: Partial<NewApiToken> = {}) =>
    visitor.post('/api/tokens', { name: 'Script', scopes: ['read'], days: 30, ...token })
  /** Returns a function that sends calls with a new token. */
  const sender = async (...scopes: TokenScope[]) => {
    const { token, value } = (await create({ scopes })).body as CreatedApiToken
    return { id: token.id, value, send: withToken(stage.server.url, value) }
  }
  return { stage, visitor, create, sender }
}

/** Sends calls with a token and no cookie. */
const withToken = (url: string, value: string) => {
  const client = new Client(url)
  return (path: string, method = 'GET', body?: unknown) =>
    client.call(path, { method, body, headers: { authorization: `Bearer ${value}` } })
}

const outcome = ({ status, body }: { status: number; body: any }) => [status, body?.code]

test.group('Tokens', () => {
  test('are shown once, stored as hashes, and listed newest first', async ({ assert }) => {
    const { stage, visitor, create } = await setUp()
    const { token, value } = (await create({ name: 'é'.repeat(tokenLimits.nameMax) })).body as CreatedApiToken
    const newest = ((await create({ scopes: ['read', 'chats', 'characters'], days: null })).body as CreatedApiToken)
      .token
    assert.match(value, /^fct_[\w-]+\.[\w-]+$/)
    assert.isNull(newest.expiresAt)
    assert.deepEqual((await visitor.get('/api/tokens')).body, [newest, token])
    const { rows } = await stage.db.query('SELECT * FROM access_tokens WHERE user_id = $1', [visitor.user.id])
    assert.notInclude(JSON.stringify(rows), value.split('.')[1]!)
  })

  test('send the calls of their scopes, and no others', async ({ assert }) => {
    const { stage, sender } = await setUp()
    const [reader, writer] = [await sender('read'), await sender('chats')]
    assert.equal((await reader.send('/api/chats')).status, 200)
    assert.deepEqual(outcome(await reader.send('/api/chat-folders', 'POST', { name: 'Sea' })), [403, 'scope_needed'])
    assert.deepEqual(outcome(await writer.send('/api/chats')), [403, 'scope_needed'])
    assert.equal((await writer.send('/api/chat-folders', 'POST', { name: 'Sea' })).status, 201)
    const all = await sender('read', 'chats', 'characters')
    const character = (await stage.db.query('SELECT id FROM characters LIMIT 1')).rows[0].id
    for (const [method, path] of [
      ['GET', '/api/auth/user'],
      ['GET', '/api/user/export'],
      ['PUT', '/api/user/settings'],
      ['GET', '/api/tokens'],
      ['POST', '/api/tokens'],
      ['POST', '/api/rubies/stripe-checkout'],
      ['POST', '/api/login'],
      ['GET', '/api/admin/users'],
      ['POST', `/api/characters/${character}/comments`],
      ['POST', `/api/characters/${character}/like`],
      ['GET', '/api/events'],
      ['GET', '/'],
    ] as const)
      assert.deepEqual(
        outcome(await all.send(path, method, method === 'GET' ? undefined : {})),
        [403, 'not_for_tokens'],
        `${method} ${path}`
      )
  })

  test('read what their user may read, also of calls that are open to visitors', async ({ assert }) => {
    const { visitor, sender } = await setUp()
    const { body: made } = await visitor.post('/api/characters', {
      name: 'Mo',
      description: 'Mends nets.',
      backstory: 'Once sailed.',
      personality: 'Calm.',
      avatar: '/pictures/builtin/noor-avatar.webp',
      category: 'General',
      isPublic: false,
    })
    const { send } = await sender('read')
    assert.equal((await send(`/api/characters/${made.id}`)).status, 200)
    assert.equal((await new Client(visitor.url).get(`/api/characters/${made.id}`)).status, 404)
  })

  test('stop working when they are revoked, expire, or their account is disabled', async ({ assert }) => {
    const { stage, visitor, sender } = await setUp()
    const [revoked, expired, kept] = [await sender('read'), await sender('read'), await sender('read')]
    assert.equal((await revoked.send('/api/chats')).status, 200)
    assert.equal((await visitor.call(`/api/tokens/${revoked.id}`, { method: 'DELETE' })).status, 200)
    assert.deepEqual(outcome(await revoked.send('/api/chats')), [401, 'invalid_token'])
    await stage.db.query(
      `UPDATE access_tokens SET expires_at = now() - INTERVAL '1 second' WHERE user_id = $1 AND id = $2`,
      [visitor.user.id, expired.id]
    )
    assert.deepEqual(outcome(await expired.send('/api/chats')), [401, 'invalid_token'])
    await stage.db.query('UPDATE users SET disabled_at = now() WHERE id = $1', [visitor.user.id])
    assert.deepEqual(outcome(await kept.send('/api/chats')), [401, 'invalid_token'])
  })

  test('are refused when anything of them is wrong, also where a visitor would be answered', async ({ assert }) => {
    const { stage, sender } = await setUp()
    const { value } = await sender('read')
    const [identifier, secret] = value.slice('fct_'.length).split('.') as [string, string]
    const other = (await sender('read')).value.split('.')[1]!
    const wrong = [
      `fct_${identifier}.${other}`,
      `fct_${identifier}.${secret.slice(0, -4)}`,
      `fct_${Buffer.from('x y').toString('base64url')}.${secret}`,
      `fct_${identifier}`,
      'fct_',
      `fct_${'a'.repeat(4_000)}.${secret}`,
    ]
    for (const value of wrong)
      assert.deepEqual(outcome(await withToken(stage.server.url, value)('/api/characters')), [401, 'invalid_token'])
  })

  test('record their use, and are in the account export without themselves', async ({ assert }) => {
    const { visitor, sender } = await setUp()
    const { value, send } = await sender('read')
    await send('/api/chats')
    const [token] = (await visitor.get('/api/tokens')).body
    assert.isNotNull(token.lastUsedAt)
    const { body, text } = await visitor.get('/api/user/export')
    assert.deepEqual(body.tokens, [token])
    assert.notInclude(text, value)
  })

  test('are refused without a name, a scope, or a known number of days', async ({ assert }) => {
    const { create } = await setUp()
    const refused: Partial<Record<keyof NewApiToken, unknown>>[] = [
      { name: ' ' },
      { name: 'x'.repeat(tokenLimits.nameMax + 1) },
      { scopes: [] },
      { scopes: ['admin'] },
      { scopes: ['read', 'read'] },
      { days: 31 },
    ]
    for (const part of refused) assert.equal((await create(part as never)).status, 422, JSON.stringify(part))
  })

  test('are at most twenty, also when two are created at once', async ({ assert }) => {
    const { stage, visitor, create } = await setUp()
    await stage.db.query(
      `INSERT INTO access_tokens (user_id, id, name, hash, scopes)
       SELECT $1, uuidv7(), 'Script', repeat('0', 64), '{read}' FROM generate_series(2, $2::int)`,
      [visitor.user.id, tokenLimits.tokensMax]
    )
    const made = await Promise.all([create(), create()])
    assert.sameMembers(
      made.map(({ status }) => status),
      [201, 409]
    )
  })

  test('belong to one user, and need a recent proof', async ({ assert }) => {
    const { stage, visitor, create, sender } = await setUp()
    const { id, send } = await sender('read')
    const stranger = await stage.visitor()
    assert.equal((await stranger.call(`/api/tokens/${id}`, { method: 'DELETE' })).status, 404)
    assert.equal((await send('/api/chats')).status, 200)
    await stage.db.query(`UPDATE auth_sessions SET proven_at = now() - INTERVAL '2 hours' WHERE user_id = $1`, [
      visitor.user.id,
    ])
    assert.deepEqual(outcome(await create()), [403, 'proof_needed'])
  })
})

import { test } from '@japa/runner'
import type { CreatedApiToken } from '#modules/access/api'
import { bootApp } from '#tests/support/app'
import { Client } from '#tests/support/client'
import { sharedServer } from '#tests/support/server'
import { accessOf, listedCalls, scopeOf } from '../src/access.ts'

const setUp = async () => {
  const { url } = await sharedServer()
  const user = await new Client(url).register()
  const scopes = ['read', 'chats', 'models', 'characters']
  const { value } = (await user.post('/api/tokens', { name: 'Script', scopes, days: 30 })).body as CreatedApiToken
  return { user, visitor: new Client(url), headers: { authorization: `Bearer ${value}` } }
}

const registered = async () => {
  await bootApp()
  const { default: router } = await import('@adonisjs/core/services/router')
  router.commit()
  return Object.values(router.toJSON())
    .flat()
    .flatMap(({ methods, pattern }) => methods.map((method) => ({ method, pattern })))
    .filter(({ method }) => method !== 'HEAD')
}

const id = '0198c5a6-0000-7000-8000-000000000000'
const pathOf = (pattern: string) => pattern.replaceAll(/:\w+/g, id).replace('*', 'x')

test.group('The gate', () => {
  test('refuses every route without a session or a token, unless the list opens it', async ({ assert }) => {
    const { visitor } = await setUp()
    for (const { method, pattern } of await registered()) {
      const access = accessOf(`${method} ${pattern}`)
      if (access === 'anyone') continue
      const { status } = await visitor.call(pathOf(pattern), { method, ...(method !== 'GET' && { body: {} }) })
      assert.equal(status, 401, `${method} ${pattern}`)
    }
  })

  test('refuses tokens of all scopes for accounts, sign-in, payments and the staff, and sessions where only tokens count', async ({
    assert,
  }) => {
    const { user, visitor, headers } = await setUp()
    const closed =
      /^\w+ \/api\/(admin|auth|challenge|email|login|logout|password|register|rubies|tokens|user|webhooks)\b|^\w+ \/(age|payments)\b/
    for (const [call, access] of listedCalls) {
      const [method, pattern] = call.split(' ') as [string, string]
      const body = method === 'GET' ? {} : { body: {} }
      if (closed.test(call)) assert.isUndefined(scopeOf(call), call)
      if (scopeOf(call) === undefined && pattern !== '/*' && !/^\/(health|metrics)/.test(pattern)) {
        const { status, body: answer } = await visitor.call(pathOf(pattern), { method, headers, ...body })
        // Webhooks and providers read their own bodies.
        assert.deepEqual([status, answer?.code], [403, 'not_for_tokens'], call)
      }
      if (access !== 'token') continue
      const { status, body: answer } = await user.call(pathOf(pattern), { method, ...body })
      assert.deepEqual([status, (answer.error ?? answer).code], [401, 'token_needed'], call)
    }
  })
})

test.group('Addresses for programs', () => {
  test('answer unknown ones in the shape that their clients read', async ({ assert }) => {
    const { user, visitor, headers } = await setUp()
    for (const [method, path] of [
      ['GET', '/v1'],
      ['GET', '/v1/engines'],
      ['POST', '/v1/responses'],
      ['DELETE', '/v1/models/basic'],
    ] as const)
      for (const caller of [user, visitor]) {
        const {
          status,
          body,
          headers: sent,
        } = await caller.call(path, { method, headers, ...(method === 'POST' && { body: {} }) })
        assert.equal(status, 404, path)
        assert.deepEqual(body.error, {
          message: 'There is nothing at this address.',
          type: 'invalid_request_error',
          param: null,
          code: 'not_found',
        })
        assert.isString(sent['x-request-id'])
      }
    assert.equal((await visitor.get('/mcp/x')).status, 404)
  })

  test('can be called by pages of other sites, with a token and without cookies', async ({ assert }) => {
    const { user, visitor, headers } = await setUp()
    const foreign = { origin: 'https://elsewhere.example', 'sec-fetch-site': 'cross-site' }
    const asked = await visitor.call('/v1/chat/completions', {
      method: 'OPTIONS',
      headers: {
        ...foreign,
        'access-control-request-method': 'POST',
        'access-control-request-headers': 'authorization,content-type,x-stainless-os',
      },
    })
    assert.equal(asked.status, 204)
    assert.equal(asked.headers['access-control-allow-origin'], '*')
    assert.equal(asked.headers['access-control-allow-headers'], 'authorization,content-type,x-stainless-os')
    const sent = { method: 'POST', body: { model: 'none', messages: [{ role: 'user', content: 'Hi' }] } }
    const answered = await visitor.call('/v1/chat/completions', { ...sent, headers: { ...foreign, ...headers } })
    assert.deepEqual([answered.status, answered.headers['access-control-allow-origin']], [404, '*'])
    assert.isUndefined(answered.headers['access-control-allow-credentials'])
    const streamed = await visitor.call('/v1/chat/completions', {
      method: 'POST',
      body: { model: 'basic', stream: true, messages: [{ role: 'user', content: 'Hi' }] },
      headers: { ...foreign, ...headers },
    })
    assert.deepEqual([streamed.status, streamed.headers['access-control-allow-origin']], [200, '*'])
    assert.match(streamed.text, /data: \[DONE\]\n\n$/)
    assert.equal((await user.call('/v1/chat/completions', { ...sent, headers: foreign })).status, 401)
    // Cookies count elsewhere, so that other sites stay out.
    const elsewhere = await user.call('/api/chat-folders', { method: 'POST', body: { name: 'Sea' }, headers: foreign })
    assert.deepEqual([elsewhere.status, elsewhere.body.code], [403, 'cross_site'])
    assert.isUndefined(elsewhere.headers['access-control-allow-origin'])
  })

  test('answer malformed bodies and wrong types in the same shape', async ({ assert }) => {
    const { visitor, headers } = await setUp()
    const send = (more: object) => visitor.call('/v1/chat/completions', { method: 'POST', ...more } as never)
    const json = { ...headers, 'content-type': 'application/json' }
    for (const [status, more] of [
      [400, { rawBody: '{', headers: json }],
      [400, { rawBody: '[]', headers: json }],
      [415, { rawBody: 'x=1', headers: { ...headers, 'content-type': 'application/x-www-form-urlencoded' } }],
      [422, { body: { model: '\u0000', messages: [] }, headers }],
    ] as const) {
      const answer = await send(more)
      assert.equal(answer.status, status, answer.text)
      assert.isString(answer.body.error.message)
      assert.isString(answer.body.error.type)
    }
  })
})

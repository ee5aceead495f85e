import { test } from '@japa/runner'
import { Client } from '#tests/support/client'
import { sharedServer } from '#tests/support/server'
import { begun, send, startStage, type Stage } from '#tests/support/stage'
import { waitUntil } from '#tests/support/wait_until'
import { readMetrics } from './read_metrics.ts'

const token = 'a-token-for-machines-0123'
const whole = 'facet_replies_total{ending="written",kind="reply",reason="none",tier="basic"}'
const refused = 'facet_replies_total{ending="failed",kind="reply",reason="unauthorized",tier="basic"}'

const ask = (url: string, authorization?: string) =>
  new Client(url).call('/metrics', { headers: authorization ? { authorization } : {} })

const figuresOf = async (url: string) => {
  const { status, text } = await ask(url, `Bearer ${token}`)
  if (status !== 200) throw new Error(`${status} ${text}`)
  return readMetrics(text)
}

/** Polls until the condition holds. Metrics are up to a second old, and a reply is counted shortly after its end. */
const until = async (url: string, holds: (figures: Map<string, number>) => boolean) => {
  let figures = new Map<string, number>()
  await waitUntil(
    () => JSON.stringify([...figures], null, 1),
    async () => holds(({ figures } = await figuresOf(url)).figures)
  )
  return figures
}

test.group('Metrics', (group) => {
  let stage: Stage
  group.setup(async () => {
    stage = await startStage({ isProxied: true, env: { METRICS_TOKEN: token } })
    return () => stage.close()
  })

  test('are 404 unless enabled', async ({ assert }) => {
    const { url } = await sharedServer()
    for (const authorization of [undefined, 'Bearer ', 'Bearer null', 'Bearer undefined', `Bearer ${token}`]) {
      const { status, body } = await ask(url, authorization)
      assert.equal(status, 404)
      assert.equal(body.code, 'not_found')
    }
  })

  test('require the token and are not cached', async ({ assert }) => {
    const { url } = stage.server
    for (const authorization of [
      undefined,
      token,
      `Basic ${token}`,
      'Bearer',
      `Bearer ${token}4`,
      `Bearer ${token.slice(1)}`,
    ]) {
      const { status, headers, body, text } = await ask(url, authorization)
      assert.equal(status, 401)
      assert.equal(body.code, 'token_needed')
      assert.match(headers['www-authenticate']!, /^Bearer/)
      assert.notInclude(text, 'facet_')
    }
    const client = await stage.visitor()
    assert.equal((await client.get('/metrics')).status, 401, 'a session does not replace the token')
    const { status, headers } = await ask(url, `bearer ${token}`)
    assert.equal(status, 200)
    assert.match(String(headers['content-type']), /^text\/plain; version=0\.0\.4/)
    assert.equal(headers['cache-control'], 'no-store')
  })

  test('count requests, replies and provider failures', async ({ assert }) => {
    const { url } = stage.server
    const usage = { prompt_tokens: 40, completion_tokens: 7 }
    let goOn = () => {}
    const waits = new Promise<void>((resolve) => (goOn = resolve))
    stage.upstream.answer = async (call) => {
      call.delta('Well')
      await waits
      call.response.write(`data: ${JSON.stringify({ choices: [], usage })}\n\n`)
      call.finish()
    }
    const chat = await stage.chat()
    const stream = await send(chat, 'Good evening to you.')
    await begun(chat, stream)
    const during = await until(url, (figures) => figures.get('facet_replies_running') === 1)
    assert.equal(during.get('facet_streams_open{kind="reply"}'), 1)
    assert.equal(during.get('facet_replies_running_everywhere'), 1)
    assert.isAbove(during.get('facet_oldest_running_reply_seconds')!, 0)
    goOn()
    await stream.ended
    const after = await until(url, (figures) => figures.get(whole) === 1)
    assert.equal(after.get('facet_tokens_total{direction="in",tier="basic"}'), 40)
    assert.equal(after.get('facet_tokens_total{direction="out",tier="basic"}'), 7)
    assert.equal(after.get('facet_reply_first_text_seconds_count{tier="basic"}'), 1)
    const call = 'method="POST",route="/api/chats/:id/stream",status="200"'
    assert.equal(after.get(`facet_http_requests_total{${call}}`), 1)
    assert.isFalse(
      after.has(`facet_http_request_duration_seconds_count{${call}}`),
      'a stream lasts as long as it is read'
    )

    stage.upstream.answer = ({ response }) => void response.writeHead(401).end('{}')
    await (
      await send(chat, 'And again.')
    ).ended
    const failed = await until(url, (figures) => figures.get(refused) === 1)
    assert.equal(failed.get('facet_provider_errors_total{code="unauthorized",provider="openai-compatible"}'), 1)
    assert.equal(failed.get(whole), 1)
  })

  test('report open orders, the process and its connections', async ({ assert }) => {
    const client = await stage.visitor()
    await client.post('/api/rubies/stripe-checkout', { rubyAmount: 100, price: 2 })
    await stage.db.query(
      'INSERT INTO ledger_checks (took_ms, accounts, problem_count, problems) VALUES (5, 12, 2, $1)',
      ['[]']
    )
    const figures = await until(
      stage.server.url,
      (now) => now.get('facet_orders_unsettled') === 1 && now.get('facet_ledger_accounts_wrong') === 2
    )
    assert.isAbove(figures.get('facet_oldest_unsettled_order_seconds')!, 0)
    assert.isAtLeast(figures.get('facet_ledger_check_age_seconds')!, 0)
    assert.isTrue(figures.has('facet_counter_increments_waiting'))
    assert.equal(figures.get('facet_jobs_failed'), 0)
    for (const name of ['waiting', 'held', 'escalated']) assert.equal(figures.get(`facet_reviews_${name}`), 0)
    assert.equal(figures.get('facet_pictures{state="waiting"}'), 0)
    assert.equal(figures.get('facet_database_up'), 1)
    assert.isTrue(figures.has('facet_database_connections{pool="statements",state="used"}'))
    assert.equal(figures.get('facet_database_waiting{pool="builder"}'), 0)
    assert.equal(figures.get('facet_bus_connected{bus="postgres"}'), 1)
    assert.equal(figures.get('facet_bus_connects_total{bus="postgres"}'), 1)
    assert.equal(figures.get('facet_help_offers_total'), 0)
    for (const name of [
      'process_resident_memory_bytes',
      'process_cpu_seconds_total',
      'nodejs_eventloop_lag_p99_seconds',
    ])
      assert.isTrue(figures.has(name), name)
  })

  test('use route patterns and contain no user data', async ({ assert }) => {
    const client = await stage.visitor()
    const characterId = stage.characterIds[0]!
    await client.get(`/api/characters/${characterId}`)
    await client.get('/api/characters?q=something-private')
    for (const path of [
      '/some/made-up/page',
      '/api/made-up',
      '/pictures/drawn/made-up.svg',
      '/made-up.png',
      '/%00',
      '/%zz',
    ])
      await client.get(path)
    await client.call('/api/characters', { method: 'PROPFIND' })
    await client.call('/api/characters', { method: 'POST', rawBody: '{' })
    const pattern = 'facet_http_requests_total{method="GET",route="/api/characters/:id",status="200"}'
    await until(stage.server.url, (figures) => figures.get(pattern) === 1)
    const { text } = await ask(stage.server.url, `Bearer ${token}`)
    for (const word of [
      characterId,
      client.user.id,
      client.user.email,
      'Robin',
      'made-up',
      'private',
      'evening',
      'PROPFIND',
      'test-key-5f2c',
      token,
      stage.server.databaseUrl,
    ])
      assert.notInclude(text, word)
    const { labels, types } = readMetrics(text)
    assert.includeMembers([...types.values()], ['counter', 'gauge', 'histogram'])
    assert.includeMembers([...labels.get('method')!], ['GET', 'POST', 'OTHER'])
    for (const route of labels.get('route')!) assert.match(route, /^(none|\*|\/[\w/:.*-]*)$/)
    for (const values of labels.values()) assert.isBelow(values.size, 100)
  })

  test('omit database metrics while the database is unavailable, without delay', async ({ assert }) => {
    stage.proxy!.cut()
    try {
      const away = await until(stage.server.url, (figures) => figures.get('facet_database_up') === 0)
      assert.isFalse(away.has('facet_orders_unsettled'))
      assert.isTrue(away.has('facet_replies_running'))
    } finally {
      stage.proxy!.mend()
    }
    await until(stage.server.url, (figures) => figures.get('facet_database_up') === 1)
  })
})

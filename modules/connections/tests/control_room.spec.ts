import { test } from '@japa/runner'
import type { Client } from '#tests/support/client'
import { speak, startModelUpstream, type ModelUpstream } from '#tests/support/model_upstream'
import { startServer } from '#tests/support/server'
import { last, send, startStage, type Stage } from '#tests/support/stage'
import { Client as HttpClient } from '#tests/support/client'
import { connectionLimits, type ControlRoomState, type ControlledTier, type TierLink } from '../api.ts'
import { modelIds } from '../src/queries/ask_connection.ts'

const key = 'sk-secret-of-the-operator-7f3a'

test.group('The control room', (group) => {
  let stage: Stage
  let endpoint: ModelUpstream
  /** On a private host, with a port that may be asked. */
  let hidden: ModelUpstream
  let admin: Client
  group.setup(async () => {
    endpoint = await startModelUpstream(speak(['From', ' the endpoint.']))
    hidden = await startModelUpstream(speak(['Secret.']))
    stage = await startStage({
      env: { OUTBOUND_PRIVATE: new URL(endpoint.url).host, OUTBOUND_PORTS: new URL(hidden.url).port },
    })
    admin = await stage.visitor()
    await stage.makeAdmin(admin)
    return async () => {
      await stage.close()
      await endpoint.close()
      await hidden.close()
    }
  })
  group.each.setup(async () => {
    endpoint.answer = speak(['From', ' the endpoint.'])
    await admin.put('/api/admin/control-room/file', { version: 1, connections: [], tiers: [] })
  })

  const connectionBody = (fields: object = {}) => ({
    name: 'Own',
    provider: 'openai-compatible',
    baseUrl: endpoint.url,
    options: {},
    isOff: false,
    ...fields,
  })
  const room = async (): Promise<ControlRoomState> => (await admin.get('/api/admin/control-room')).body
  const add = async (fields: object = {}) => {
    const { body, status, text } = await admin.post('/api/admin/connections', connectionBody(fields))
    if (status !== 201) throw new Error(text)
    return (body as ControlRoomState).connections.at(-1)!
  }
  const tierBody = async (links: TierLink[], fields: object = {}) => {
    const { tier: _, isConfigured: __, problem: ___, ...body } = (await basic())!
    return { ...body, links, ...fields }
  }
  const basic = async (): Promise<ControlledTier> => (await room()).tiers.find(({ tier }) => tier === 'basic')!
  const putTier = async (links: TierLink[], fields: object = {}) =>
    admin.put('/api/admin/tiers/basic', await tierBody(links, fields))
  const linkTo = (connectionId: string, model = 'small'): TierLink => ({ connectionId, provider: '', model })
  const answer = async () => {
    const end = last(await (await send(await stage.chat(), 'Hello?')).ended)
    if (end.type !== 'aiComplete') throw new Error(JSON.stringify(end))
    return end.message
  }
  const outcome = ({ status, body }: { status: number; body: any }) => [status, body?.code]
  const acts = async () =>
    (
      await stage.db.query(
        `SELECT kind, subject_name, before, after FROM admin_acts WHERE actor_id = $1 AND kind <> 'control_room_imported' ORDER BY id`,
        [admin.user.id]
      )
    ).rows

  test('shows the configuration until the first change', async ({ assert }) => {
    const { isOpen, connections, tiers, configured, providers } = await room()
    assert.isTrue(isOpen)
    assert.isEmpty(connections)
    assert.isTrue(tiers.every(({ isConfigured, problem }) => isConfigured && problem === null))
    assert.deepEqual(configured, ['openai-compatible'])
    assert.sameMembers(
      providers.map(({ name }) => name),
      ['openai-compatible', 'anthropic', 'ollama', 'text-completion']
    )
  })

  test('answers with a connected model from the next reply on, and as configured again after a reset', async ({
    assert,
  }) => {
    const { id } = await add()
    const { rows: earlier } = await stage.db.query(`SELECT count(*)::int FROM chat_tier_models WHERE tier = 'basic'`)
    assert.equal((await putTier([linkTo(id)], { name: 'Small', cost: 2, stop: ['###'] })).status, 200)
    const message = await answer()
    assert.deepInclude(message, { content: 'From the endpoint.', modelName: 'Small', modelId: 'small', rubyCost: 2 })
    assert.include(endpoint.calls.at(-1)!.body.stop, '###')
    // The change is known to chats, as a change of the configuration is.
    const { rows } = await stage.db.query(
      `SELECT model_id, since FROM chat_tier_models WHERE tier = 'basic' ORDER BY id`
    )
    assert.lengthOf(rows, earlier[0].count + 1)
    assert.equal(rows.at(-1).model_id, 'small')
    assert.isNotNull(rows.at(-1).since)
    assert.equal((await admin.delete('/api/admin/tiers/basic')).status, 200)
    assert.isTrue((await basic()).isConfigured)
    assert.equal((await answer()).content, 'Hello there.')
  })

  test('records each change with before and after, and never a key', async ({ assert }) => {
    const { id, keyEnd } = await add({ key })
    assert.equal(keyEnd, '7f3a')
    await putTier([linkTo(id)])
    assert.equal((await admin.put(`/api/admin/connections/${id}`, connectionBody({ name: 'Renamed' }))).status, 200)
    const made = (await acts()).slice(-3)
    assert.deepEqual(
      made.map(({ kind, subject_name }) => [kind, subject_name]),
      [
        ['connection_changed', 'Own'],
        ['tier_changed', `basic: ${(await basic()).name}`],
        ['connection_changed', 'Renamed'],
      ]
    )
    assert.deepInclude(made[2].before, { name: 'Own', keyEnd: '7f3a' })
    assert.deepInclude(made[2].after, { name: 'Renamed', keyEnd: '7f3a' })
    const { text } = await admin.get('/api/admin/control-room')
    const file = await admin.get('/api/admin/control-room/file')
    const { rows: stored } = await stage.db.query('SELECT * FROM model_connections')
    for (const seen of [JSON.stringify(await acts()), text, file.text, JSON.stringify(stored), stage.server.log()])
      assert.notInclude(seen, key.slice(0, -4))
  })

  test('sends a key to its own address only', async ({ assert }) => {
    const thief = await startModelUpstream(speak(['Thanks.']))
    const { id } = await add({ key })
    await admin.post(`/api/admin/connections/${id}/test`, { model: 'small' })
    assert.equal(endpoint.calls.at(-1)!.response.req.headers.authorization, `Bearer ${key}`)
    for (const fields of [{ baseUrl: `${endpoint.url}/other` }, { provider: 'text-completion' }]) {
      const { body } = await admin.put(`/api/admin/connections/${id}`, connectionBody(fields))
      assert.isNull((body as ControlRoomState).connections[0]!.keyEnd)
      await admin.put(`/api/admin/connections/${id}`, connectionBody({ key }))
    }
    // Not with an address that was changed in the database, either.
    await stage.db.query('UPDATE model_connections SET base_url = base_url || $1', ['/other'])
    assert.equal((await room()).connections[0]!.problem, 'Its key can’t be decrypted. Enter it again.')
    const { body } = await admin.post(`/api/admin/connections/${id}/test`, { model: 'small' })
    assert.isFalse(body.ok)
    assert.isEmpty(thief.calls)
    await thief.close()
  })

  test('asks no private address that the operator hasn’t allowed', async ({ assert }) => {
    for (const baseUrl of [
      hidden.url,
      'http://169.254.169.254/v1',
      'http://[::1]/v1',
      'http://10.0.0.1',
      'ftp://a.test',
    ])
      assert.deepEqual(outcome(await admin.post('/api/admin/connections', connectionBody({ baseUrl }))), [
        422,
        'validation_failed',
      ])
    // A name shows its address only when it is asked.
    const { id } = await add({ baseUrl: hidden.url.replace('127.0.0.1', 'localhost') })
    const { body } = await admin.post(`/api/admin/connections/${id}/test`, { model: 'small' })
    assert.isFalse(body.ok)
    assert.include(body.says, 'OUTBOUND_PRIVATE')
    assert.deepEqual(outcome(await admin.get(`/api/admin/connections/${id}/models`)), [422, 'no_models'])
    assert.isEmpty(hidden.calls)
  })

  test('says in its own words how a test went', async ({ assert }) => {
    const { id } = await add()
    const says = async () => (await admin.post(`/api/admin/connections/${id}/test`, { model: 'small' })).body
    assert.deepInclude(await says(), { ok: true, says: 'The model answers.' })
    endpoint.answer = ({ response }) => {
      response.writeHead(401, { 'content-type': 'application/json' })
      response.end('{"error":{"message":"internal secret"}}')
    }
    assert.deepInclude(await says(), { ok: false, says: 'The endpoint refused the key.' })
    endpoint.answer = ({ response }) => {
      response.writeHead(200, { 'content-type': 'application/json' })
      response.end('{"data":[{"id":"b"},{"id":"a"},{"id":"a"}]}')
    }
    assert.deepEqual((await admin.get(`/api/admin/connections/${id}/models`)).body, ['a', 'b'])
  })

  test('refuses what would leave a tier without a model', async ({ assert }) => {
    const { id } = await add()
    await putTier([linkTo(id)])
    assert.deepEqual(outcome(await admin.delete(`/api/admin/connections/${id}`)), [409, 'connection_in_use'])
    const off = await admin.put(`/api/admin/connections/${id}`, connectionBody({ isOff: true }))
    assert.deepEqual(outcome(off), [422, 'unusable'])
    for (const links of [
      [linkTo('0193a000-0000-7000-8000-00000000abcd')],
      [{ connectionId: null, provider: 'x', model: 'y' }],
    ])
      assert.deepEqual(outcome(await putTier(links)), [422, 'unusable'])
    assert.deepEqual(outcome(await admin.put('/api/admin/tiers/none', await tierBody([linkTo(id)]))), [
      404,
      'no_such_tier',
    ])
    assert.equal((await answer()).content, 'From the endpoint.')
  })

  test('keeps the last good state of a tier whose rows have become unusable, and tells why', async ({ assert }) => {
    const { id } = await add({ key })
    await putTier([linkTo(id)])
    await stage.db.query(`UPDATE model_connections SET sealed_key = 'broken' WHERE id = $1`, [id])
    await stage.db.query(`SELECT pg_notify('facet_control_room', '')`)
    const { tiers, connections } = await room()
    assert.equal(connections[0]!.problem, 'Its key can’t be decrypted. Enter it again.')
    assert.include(tiers.find(({ tier }) => tier === 'basic')!.problem!, 'can’t be decrypted')
    assert.equal((await answer()).content, 'From the endpoint.')
  })

  test('is exported and imported as one file, where keys stay with the same address', async ({ assert }) => {
    const [kept, moved] = [await add({ key }), await add({ key, name: 'Moved' })]
    await putTier([linkTo(kept.id), linkTo(moved.id, 'large')])
    const file = (await admin.get('/api/admin/control-room/file')).body
    const address = `${endpoint.url}/moved`
    file.connections.find(({ id }: { id: string }) => id === moved.id).baseUrl = address
    assert.equal((await admin.put('/api/admin/control-room/file', file)).status, 200)
    assert.deepEqual(
      (await room()).connections.map(({ baseUrl, keyEnd }) => [baseUrl, keyEnd]),
      [
        [endpoint.url, '7f3a'],
        [address, null],
      ]
    )
    assert.deepEqual((await basic()).links, [linkTo(kept.id), linkTo(moved.id, 'large')])
  })

  test('asks for a recent proof, and is for admins only', async ({ assert }) => {
    const user = await stage.visitor()
    assert.equal((await user.get('/api/admin/control-room')).status, 403)
    const late = await stage.visitor()
    await stage.makeAdmin(late)
    await stage.db.query(`UPDATE auth_sessions SET proven_at = now() - interval '2 hours' WHERE user_id = $1`, [
      late.user.id,
    ])
    const { id } = await add()
    for (const call of [
      late.post('/api/admin/connections', connectionBody()),
      late.put(`/api/admin/connections/${id}`, connectionBody()),
      late.delete(`/api/admin/connections/${id}`),
      late.put('/api/admin/tiers/basic', await tierBody([linkTo(id)])),
      late.delete('/api/admin/tiers/basic'),
      late.put('/api/admin/control-room/file', { version: 1, connections: [], tiers: [] }),
    ])
      assert.deepEqual(outcome(await call), [403, 'proof_needed'])
  })

  test('accepts its largest input, and refuses more', async ({ assert }) => {
    const largest = {
      name: 'n'.repeat(connectionLimits.nameMax),
      baseUrl: `${endpoint.url}/`.padEnd(connectionLimits.addressMax, 'a'),
      key: 'k'.repeat(connectionLimits.keyMax),
      options: { limit: 'max_tokens', system: 'user' },
    }
    const { id } = await add(largest)
    for (const fields of [
      { name: `${largest.name}n` },
      { name: ' ' },
      { baseUrl: `${largest.baseUrl}a` },
      { key: `${largest.key}k` },
      { key: 'short' },
      { key: 'with a space' },
      { options: { limit: 'none' } },
      { options: { other: 'max_tokens' } },
      { provider: 'constructor' },
    ])
      assert.equal(
        (await admin.post('/api/admin/connections', connectionBody(fields))).status,
        422,
        JSON.stringify(fields)
      )
    const links = Array.from({ length: connectionLimits.linksMax }, () =>
      linkTo(id, 'm'.repeat(connectionLimits.modelMax))
    )
    const stop = Array.from({ length: connectionLimits.stopMax }, () => 's'.repeat(connectionLimits.stopLength))
    const most = {
      name: largest.name,
      description: 'd'.repeat(connectionLimits.descriptionMax),
      cost: connectionLimits.costMax,
      contextTokens: connectionLimits.contextMax,
      outputTokens: connectionLimits.outputMax,
      sampling: { temperature: 2, topP: 1, minP: 1, topK: 1_000, repetitionPenalty: 2, presencePenalty: 2 },
      stop,
    }
    assert.equal((await putTier(links, most)).status, 200)
    for (const fields of [
      { description: `${most.description}d` },
      { cost: most.cost + 1 },
      { cost: -1 },
      { contextTokens: most.contextTokens + 1 },
      { outputTokens: most.outputTokens + 1 },
      { sampling: { temperature: 2.1 } },
      { sampling: { seed: 1 } },
      { stop: [...stop, 's'] },
      { stop: [`${stop[0]}s`] },
      { links: [...links, linkTo(id)] },
      { links: [] },
    ])
      assert.equal((await putTier(links, { ...most, ...fields })).status, 422, JSON.stringify(fields))
    const file = (count: number) => ({
      version: 1,
      connections: Array.from({ length: count }, (_, at) => ({
        id: `0193a000-0000-7000-8000-${String(at).padStart(12, '0')}`,
        ...connectionBody(),
      })),
      tiers: [],
    })
    assert.equal((await admin.put('/api/admin/control-room/file', file(connectionLimits.connectionsMax))).status, 200)
    assert.deepEqual(outcome(await admin.post('/api/admin/connections', connectionBody())), [
      409,
      'too_many_connections',
    ])
    assert.equal(
      (await admin.put('/api/admin/control-room/file', file(connectionLimits.connectionsMax + 1))).status,
      422
    )
  })

  test('is locked by CONTROL_ROOM=off, so that only the configuration is in force', async ({ assert }) => {
    const { id } = await add()
    await putTier([linkTo(id)])
    const locked = await startServer({
      databaseUrl: stage.server.databaseUrl,
      env: { CONTROL_ROOM: 'off', MODELS_PROVIDER: 'local' },
    })
    const there = admin.at(locked.url)
    const { isOpen, connections, tiers } = (await there.get('/api/admin/control-room')).body as ControlRoomState
    assert.isFalse(isOpen)
    assert.isEmpty(connections)
    assert.isTrue(tiers.every(({ isConfigured }) => isConfigured))
    assert.deepEqual(outcome(await there.delete('/api/admin/tiers/basic')), [403, 'control_room_off'])
    assert.deepEqual(outcome(await there.get('/api/admin/control-room/file')), [403, 'control_room_off'])
    const models = (await new HttpClient(locked.url).get('/api/models')).body
    assert.isTrue(models.every(({ isDemo }: { isDemo: boolean }) => isDemo))
    await locked.stop()
  })
})

test.group('Lists of models', () => {
  test('are read from both forms, bounded, and without what isn’t a name', ({ assert }) => {
    assert.deepEqual(modelIds('{"models":[{"name":"llama3.2:3b"}]}'), ['llama3.2:3b'])
    assert.deepEqual(modelIds('{"data":[{"id":7},null,{"id":"a\\nb"},{"id":""},{"id":"ok"}]}'), ['ok'])
    const many = { data: Array.from({ length: 1_000 }, (_, id) => ({ id: `m${id}` })) }
    assert.lengthOf(modelIds(JSON.stringify(many))!, connectionLimits.modelsShown)
    for (const text of ['', 'null', '[]', '{"data":{}}', '<html>']) assert.isNull(modelIds(text))
  })
})

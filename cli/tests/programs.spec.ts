import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { test } from '@japa/runner'
import { speak } from '#tests/support/model_upstream'
import { accountOf, sharedStage } from '#tests/support/stage'
import { cli } from './support.ts'

const setUp = async () => {
  const stage = await sharedStage()
  const visitor = await stage.visitor()
  const { databaseUrl } = stage.server
  const folder = mkdtempSync(join(tmpdir(), 'facet-export-'))
  const operator = (...args: string[]) => cli(args, { databaseUrl })
  const acts = async () => {
    const { rows } = await stage.db.query(
      'SELECT kind FROM admin_acts WHERE subject_id = $1 AND actor_id IS NULL ORDER BY id',
      [visitor.user.id]
    )
    return rows.map(({ kind }) => kind)
  }
  const token = async (scope: string): Promise<string> =>
    (await visitor.post('/api/tokens', { name: 'Script', scopes: [scope], days: 30 })).body.value
  /** Runs a command for a user, without a database. */
  const asUser = (token: string, args: string[], input = '') =>
    cli(args, { input, env: { FACET_URL: stage.server.url, FACET_TOKEN: token } })
  return { stage, visitor, folder, operator, acts, token, asUser }
}

test.group('chat', () => {
  test('talks line by line, remembers, and pays for each answer', async ({ assert }) => {
    const { stage, visitor, token, asUser } = await setUp()
    stage.upstream.answer = speak(['Aye', ', aye.'])
    const key = await token('models')
    const run = await asUser(key, ['chat', `${stage.server.url}/chat/${stage.characterIds[0]}`], 'Hello\n\nAgain\n')
    assert.equal(run.code, 0, run.err)
    assert.equal(run.out, 'Aye, aye.\nAye, aye.\n')
    const { messages } = stage.upstream.calls.at(-1)!.body
    assert.includeMembers(
      messages.map(({ content }: { content: string }) => content),
      ['Hello', 'Aye, aye.']
    )
    // The default tier costs 3.
    assert.deepInclude(await accountOf(stage.db, { client: visitor }), { balance: 44, charges: 2 })
    const asJson = await asUser(key, ['chat', 'basic', '--json'], 'Hello')
    assert.deepEqual(asJson.json.answers, ['Aye, aye.'])
  })

  test('ends with 1 and the reason when the instance refuses, fails or is away', async ({ assert }) => {
    const { stage, token, asUser } = await setUp()
    const key = await token('models')
    const outcome = async (key: string, ...args: string[]) => {
      const { code, json } = await asUser(key, ['chat', ...args, '--json'], 'Hello')
      return [code, json.code]
    }
    assert.deepEqual(await outcome(key, 'gpt-4o'), [1, 'model_not_found'])
    assert.deepEqual(await outcome('fct_x', 'basic'), [1, 'invalid_token'])
    assert.deepEqual(await outcome(await token('read'), 'basic'), [1, 'scope_needed'])
    assert.deepEqual(await outcome(key, 'basic', '--url', 'http://127.0.0.1:1'), [1, 'unreachable'])
    assert.deepEqual(await outcome(key, 'basic', '--url', 'nowhere'), [1, 'invalid_url'])
    stage.upstream.answer = ({ response }) => void response.writeHead(503).end()
    assert.deepEqual(await outcome(key, 'basic'), [1, 'unavailable'])
  })
})

test.group('tokens', () => {
  test('are created, listed and revoked by the operator, who is recorded', async ({ assert }) => {
    const { visitor, operator, acts, asUser } = await setUp()
    const { email } = visitor.user
    const made = await operator(
      'tokens',
      email,
      'create',
      '--name',
      'Bot',
      '--scopes',
      'read,models',
      '--days',
      'never'
    )
    assert.match(made.out, /^fct_\S+\n$/, made.err)
    const [token] = (await operator('tokens', email, '--json')).json.tokens
    assert.deepInclude(token, { name: 'Bot', scopes: ['read', 'models'], expiresAt: null })
    const listed = (await operator('tokens', email)).out
    assert.include(listed, token.id)
    assert.notInclude(listed, 'fct_')
    assert.equal((await operator('tokens', email, 'revoke', token.id)).code, 0)
    for (const id of [token.id, 'x'])
      assert.equal((await operator('tokens', email, 'revoke', id, '--json')).json.code, 'no_such_token')
    assert.equal((await asUser(made.out.trim(), ['chat', 'basic', '--json'], 'Hi')).json.code, 'invalid_token')
    assert.deepEqual(await acts(), ['token_created', 'token_revoked'])
    assert.equal((await operator('tokens', 'no@example.test', '--json')).json.code, 'unknown_user')
    assert.equal((await operator('tokens', email, 'create', '--name', ' ')).code, 2)
  })
})

test.group('export', () => {
  test('writes the data of a user, recorded, and a chat by a token, to new files only', async ({ assert, cleanup }) => {
    const { stage, visitor, folder, operator, acts, token, asUser } = await setUp()
    cleanup(() => rmSync(folder, { recursive: true }))
    await visitor.say(stage.characterIds[0]!, { content: 'Findable zebra', model: 'basic' })
    const [chat] = (await visitor.get('/api/chats')).body
    const [account, file] = [join(folder, 'account.json'), join(folder, 'chat.md')]
    assert.equal((await operator('export', visitor.user.email, account)).code, 0)
    const written = JSON.parse(readFileSync(account, 'utf8'))
    assert.equal(written.format, 'account-export')
    assert.include(JSON.stringify(written.chats), 'zebra')
    assert.deepEqual(await acts(), ['data_exported'])
    assert.equal((await operator('export', visitor.user.email, account)).code, 2)
    assert.equal((await operator('export', 'no@example.test', file, '--json')).json.code, 'unknown_user')

    const key = await token('read')
    assert.equal((await asUser(key, ['export', chat.id, file, '--chat'])).code, 0)
    assert.include(readFileSync(file, 'utf8'), 'Findable zebra')
    const refused = await asUser(key, ['export', stage.characterIds[0]!, join(folder, 'no.md'), '--chat', '--json'])
    assert.deepEqual([refused.code, refused.json.code], [1, 'not_found'])
  })
})

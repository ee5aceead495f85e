import { test } from '@japa/runner'
import { createMigratedDatabase, startServer } from '#tests/support/server'
import { asking } from '#tests/support/databases'
import { Client } from '#tests/support/client'
import { listedCalls, needsAgreement } from '../src/access.ts'

const exampleId = '0198c5a6-0000-7000-8000-000000000000'

test.group('Users who haven’t agreed to the newest terms', () => {
  test('may send these writes, and no other ones apart from deletions', ({ assert }) => {
    const open = listedCalls
      .filter(([call, access]) => access === 'user' && /^(POST|PUT)/.test(call) && !needsAgreement(call))
      .map(([call]) => call)
    assert.deepEqual(open.toSorted(), [
      'POST /api/chats/:id/stop',
      'POST /api/group-chats/:id/stop',
      'POST /api/reports',
      'POST /api/statements/:id/appeal',
      'POST /api/user/age-check',
      'POST /api/user/age-check/outcome',
      'POST /api/user/agreements',
      'POST /api/user/proof',
      'POST /api/user/proof/:provider',
      'POST /api/user/second-factor',
      'POST /api/user/second-factor/confirm',
      'POST /api/user/second-factor/recovery-codes',
      'POST /api/user/sign-ins/:provider',
      'POST /api/user/sign-out-everywhere',
      'POST /api/user/verification-mail',
      'PUT /api/user/blocked-tags',
      'PUT /api/user/hidings/:kind/:id',
      'PUT /api/user/password',
      'PUT /api/user/settings',
      'PUT /api/user/username',
    ])
  })

  test('read, export, complain and leave, but write nothing new until they agree', async ({ assert, cleanup }) => {
    const databaseUrl = await createMigratedDatabase()
    const server = await startServer({ databaseUrl })
    cleanup(() => server.stop().then(() => {}))
    const run = asking(databaseUrl)
    const [user, leaver] = [await new Client(server.url).register(), await new Client(server.url).register()]
    const [character] = (await user.get('/api/characters?limit=1')).body
    const { status: beforeTerms } = await user.post(`/api/characters/${character.id}/like`)
    assert.equal(beforeTerms, 200)
    const { value } = (await user.post('/api/tokens', { name: 'Script', scopes: ['models'], days: 30 })).body
    await run(`INSERT INTO site_pages (name, version, text) VALUES ('terms', 1, 'Be kind.'), ('imprint', 1, 'Me')`)
    const headers = { authorization: `Bearer ${value}` }
    const byProgram = await user.call('/v1/chat/completions', { method: 'POST', body: {}, headers })
    assert.deepEqual([byProgram.status, byProgram.body.error.code], [403, 'agreement_needed'])

    const refused: string[] = []
    const covered = listedCalls.flatMap(([call, access]) => (access === 'user' && needsAgreement(call) ? call : []))
    for (const call of covered) {
      const [method, pattern] = call.split(' ') as [string, string]
      const { status, body } = await user.call(pattern.replaceAll(/:\w+/g, exampleId), { method, body: {} })
      if (status === 403 && body?.code === 'agreement_needed') refused.push(call)
    }
    assert.deepEqual(refused, covered)
    assert.includeMembers(covered, [
      'POST /api/chats/:id/stream',
      'POST /api/characters',
      'POST /api/characters/:id/comments',
      'POST /api/rubies/stripe-checkout',
    ])

    assert.equal((await user.get('/api/chats')).status, 200)
    assert.equal((await user.get('/api/user/export')).status, 200)
    assert.equal((await user.put('/api/user/settings', { firstName: 'Ann' })).status, 200)
    const report = { kind: 'character', id: character.id, reason: 'spam' }
    assert.equal((await user.post('/api/reports', report)).status, 201)
    const body = { currentPassword: 'correct horse' }
    assert.equal((await leaver.call('/api/user', { method: 'DELETE', body })).status, 200)

    const like = async () => (await user.post(`/api/characters/${character.id}/like`)).status
    assert.equal((await user.post('/api/user/agreements', { termsVersion: 1 })).status, 200)
    assert.equal(await like(), 200)
    await run(`INSERT INTO site_pages (name, version, text) VALUES ('terms', 2, 'Be kinder.')`)
    assert.equal(await like(), 403)
    await run(`UPDATE users SET role = 'admin' WHERE id = $1`, [user.user.id])
    const published = await user.put('/api/admin/pages/terms', { text: 'Be very kind.' })
    assert.equal(published.status, 200, 'admins can mend the terms')
  })
})

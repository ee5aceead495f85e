import { test } from '@japa/runner'
import { startWithInbox } from '#modules/accounts/tests/mail_server'
import type { Statement } from '../api.ts'
import { caseOf, decide, expectStatus, queueOf, setUp } from './support.ts'

const statementsOf = async (client: { get: (path: string) => Promise<any> }): Promise<Statement[]> =>
  expectStatus(await client.get('/api/statements'), 200)

test.group('Appeals', () => {
  test('are one for each decision, and another person decides them', async ({ assert }) => {
    const { moderator, author, reader, newStaff, characterId, newCase, actsOn } = await setUp()
    const second = await newStaff('moderator')
    const of = await newCase({ kind: 'character', id: characterId })
    expectStatus(await decide(moderator, of, 'hide'), 200)
    const [statement] = await statementsOf(author)
    assert.containSubset(statement, { title: 'Your character was hidden', canAppeal: true, appeal: null })
    assert.deepEqual(await statementsOf(reader), [])

    const path = `/api/statements/${statement!.id}/appeal`
    assert.equal((await author.post(path, { words: ' ' })).status, 422)
    assert.equal((await reader.post(path, { words: 'Mine?' })).status, 404)
    const words = 'It is satire.'
    const appealed = expectStatus(await author.post(path, { words }), 200)
    assert.containSubset(appealed, { canAppeal: false, appeal: { words, outcome: null } })
    assert.equal((await author.post(path, { words })).body.code, 'appealed_already')

    assert.include(
      (await queueOf(moderator, '?state=appealed&limit=100')).map(({ id }) => id),
      of.id
    )
    const outcome = `/api/admin/decisions/${statement!.id}/appeal`
    const own = await moderator.post(outcome, { outcome: 'upheld', words: 'No.' })
    assert.deepEqual([own.status, own.body.code], [403, 'own_decision'])
    const answered = expectStatus(await second.post(outcome, { outcome: 'reversed', words: 'It is.' }), 200)
    assert.containSubset(answered, { state: 'closed', decision: null })
    assert.equal((await second.post(outcome, { outcome: 'upheld', words: 'No.' })).body.code, 'no_open_appeal')
    assert.equal((await reader.get(`/api/characters/${characterId}`)).status, 200)
    const [after] = await statementsOf(author)
    assert.containSubset(after, { isUndone: true, canAppeal: false, appeal: { outcome: 'reversed', answer: 'It is.' } })
    assert.deepEqual(
      (await actsOn(author.user.id)).map(({ kind }) => kind),
      ['report_decided', 'appeal_decided']
    )
  })

  test('that fail leave the decision as it is', async ({ assert }) => {
    const { moderator, author, reader, newStaff, characterId, newCase } = await setUp()
    const of = await newCase({ kind: 'character', id: characterId })
    const { decisions } = expectStatus(await decide(moderator, of, 'hide'), 200)
    expectStatus(await author.post(`/api/statements/${decisions[0].id}/appeal`, { words: 'Please.' }), 200)
    const second = await newStaff('moderator')
    const body = { outcome: 'upheld', words: 'It stays.' }
    expectStatus(await second.post(`/api/admin/decisions/${decisions[0].id}/appeal`, body), 200)
    assert.equal((await reader.get(`/api/characters/${characterId}`)).status, 404)
    assert.containSubset(await statementsOf(author), [{ isUndone: false, appeal: { outcome: 'upheld' } }])
  })

  test('succeed when a moderator undoes the decision meanwhile', async ({ assert }) => {
    const { moderator, author, characterId, newCase } = await setUp()
    const of = await newCase({ kind: 'character', id: characterId })
    const { decisions } = expectStatus(await decide(moderator, of, 'hide'), 200)
    const [{ id }] = decisions
    expectStatus(await author.post(`/api/statements/${id}/appeal`, { words: 'Please.' }), 200)
    expectStatus(await moderator.post(`/api/admin/decisions/${id}/undo`, { words: 'You are right.' }), 200)
    assert.equal((await moderator.post(`/api/admin/decisions/${id}/undo`, { words: 'Again.' })).status, 409)
    const after = await caseOf(moderator, of.id)
    assert.containSubset(after, { state: 'open', decisions: [{ appeal: { outcome: 'reversed' } }] })
  })

  test('are refused after half a year, for dismissals, and with an invalid link', async ({ assert }) => {
    const { moderator, author, visitor, newCase, characterId, run } = await setUp()
    const of = await newCase({ kind: 'character', id: characterId })
    const { decisions } = expectStatus(await decide(moderator, of, 'warn'), 200)
    await run(`UPDATE report_decisions SET created_at = now() - interval '184 days' WHERE id = $1`, [decisions[0].id])
    const late = await author.post(`/api/statements/${decisions[0].id}/appeal`, { words: 'Please.' })
    assert.deepEqual([late.status, late.body.code], [409, 'no_appeal'])
    const other = await newCase({ kind: 'profile', id: author.user.id })
    const dismissed = expectStatus(await decide(moderator, other, 'dismiss'), 200)
    const path = `/api/statements/${dismissed.decisions[0].id}/appeal`
    assert.equal((await author.post(path, { words: 'Please.' })).status, 404)
    assert.lengthOf(await statementsOf(author), 1)
    assert.equal((await visitor.get(`/api/statement-links/${decisions[0].id}`)).status, 404)
  })

  test('pages statements, newest first', async ({ assert }) => {
    const { moderator, author, newCase } = await setUp()
    let of = await newCase({ kind: 'profile', id: author.user.id })
    for (let n = 0; n < 3; n++) of = expectStatus(await decide(moderator, of, 'warn'), 200)
    const ids = of.decisions.map(({ id }) => id).toReversed()
    const first = await author.get('/api/statements?limit=2')
    assert.deepEqual(
      first.body.map(({ id }: Statement) => id),
      ids.slice(0, 2)
    )
    const [, next] = /^<(.*)>; rel="next"$/.exec(String(first.headers.link))!
    assert.deepEqual(
      (await author.get(next!)).body.map(({ id }: Statement) => id),
      ids.slice(2)
    )
    assert.equal((await author.get('/api/statements?limit=101')).status, 422)
    assert.equal((await author.get('/api/statements?cursor=abc')).status, 422)
  })
})

test.group('The mail about a decision', () => {
  test('leads a banned person from the report to an appeal and back', async ({ assert }) => {
    const { inbox, server } = await startWithInbox()
    const { moderator, author, visitor, newStaff, characterId, newCase } = await setUp(server)
    const { email } = author.user
    await inbox.take(email)
    const of = await newCase({ kind: 'character', id: characterId })
    const { decisions } = expectStatus(await decide(moderator, of, 'ban'), 200)

    const mail = await inbox.take(email)
    assert.match(mail.subject, /your account is disabled$/)
    assert.include(mail.text, 'You can appeal once')
    for (const text of [of.title, 'It attacks sailors.', 'Mends nets.']) assert.notInclude(mail.text, text)
    const token = mail.path.split('/').at(-1)!
    const link = `/api/statement-links/${token}`
    assert.equal(expectStatus(await visitor.get(link), 200).id, decisions[0].id)
    const appealed = expectStatus(await visitor.post(`${link}/appeal`, { words: 'Not me.' }), 200)
    assert.equal(appealed.appeal.words, 'Not me.')

    const second = await newStaff('moderator')
    const body = { outcome: 'reversed', words: 'Indeed.' }
    expectStatus(await second.post(`/api/admin/decisions/${decisions[0].id}/appeal`, body), 200)
    assert.include((await inbox.take(email)).text, 'We have undone this decision.')
    const signedIn = await visitor.post('/api/login', { email, password: 'correct horse' })
    assert.equal(signedIn.status, 200)
    await server.stop()
    await inbox.close()
  }).timeout(60_000)
})

import { test } from '@japa/runner'
import { violatedConstraint } from '#modules/kernel/sql'
import { appOwner } from '#tests/support/app'
import type { Answer } from '#tests/support/client'
import { adminActKinds, type AdminActRow } from '../api.ts'
import { OperatorActs } from '../index.ts'
import { AuditLog } from '../src/audit/audit_log.ts'
import { RecordedOperatorActs } from '../src/operator_acts.ts'
import { OrderRefunds } from '#modules/economy/index'
import { CurrentUsers, SitePages } from '#modules/accounts/index'
import { AdjustRubies } from '../src/actions/adjust_rubies.ts'
import { PublishPages } from '../src/actions/publish_pages.ts'
import { SetMaintenance } from '../src/actions/set_maintenance.ts'
import { SiteNotices } from '../src/announcements/site_notices.ts'
import { ChangeRole } from '../src/actions/change_role.ts'
import { ActsQuery } from '../src/queries/acts_query.ts'
import { actorOf, FullLog, newWord, nextOf, visitApp, visitServer } from './support.ts'

test.group('The audit log', () => {
  for (const statement of [
    `UPDATE admin_acts SET kind = 'account_enabled'`,
    `UPDATE admin_acts SET actor_id = NULL, actor_name = NULL, actor_email = NULL`,
    `UPDATE admin_acts SET after = '{}'`,
    `UPDATE admin_acts SET created_at = now()`,
    `UPDATE admin_acts SET actor_name = 'Another name'`,
    `UPDATE admin_acts SET subject_name = 'Another name'`,
    'DELETE FROM admin_acts',
    'TRUNCATE admin_acts',
  ])
    test(`rejects ${statement} even by the owner of the table`, async ({ assert }) => {
      const { open, container } = await visitApp()
      const [user, admin] = [await open(), await open()]
      await (await container.make(AdjustRubies)).run(actorOf(admin.id), { userId: user.id, amount: 1 })
      try {
        await (await appOwner()).rawQuery(statement)
        assert.fail('It was done.')
      } catch (error) {
        assert.equal(violatedConstraint(error), 'admin_acts_append_only')
      }
    })

  test('keeps entries of a deleted account by id, without its name', async ({ assert }) => {
    const { db, accounts, open, rows, container } = await visitApp()
    const [word, adjust] = [newWord(), await container.make(AdjustRubies)]
    const [user, admin] = [await open({ lastName: word }), await open({ lastName: word })]
    await adjust.run(actorOf(admin.id), { userId: user.id, amount: 5 })
    const read = async () => (await rows('SELECT * FROM admin_acts WHERE subject_id = ?::uuid', [user.id]))[0]
    const before = await read()
    await db.transaction((trx) => accounts.closing.runInReverse({ userId: user.id }, trx))
    assert.deepEqual(await read(), { ...before, subject_name: 'a deleted account' })
    await db.transaction((trx) => accounts.closing.runInReverse({ userId: admin.id }, trx))
    const names = { actor_name: 'a deleted account', actor_email: '', subject_name: 'a deleted account' }
    assert.deepEqual(await read(), { ...before, ...names })
    assert.deepEqual((await (await container.make(ActsQuery)).run({ q: word, limit: 10 }))!.items, [])
  })

  test('accepts every kind of act in the API', async ({ assert }) => {
    const { db, open, actsOn, container } = await visitApp()
    const log = await container.make(AuditLog)
    const user = await open()
    const subject = { type: 'user' as const, id: user.id, name: user.email }
    await db.transaction(async (trx) => {
      for (const kind of adminActKinds)
        await log.record({ actorId: null, kind, subject, before: null, after: null }, trx)
    })
    assert.deepEqual(
      (await actsOn(user.id)).map(({ kind }) => kind),
      [...adminActKinds]
    )
  })

  test('pages newest first without gaps or repeats while it grows', async ({ assert }) => {
    const { admin, user, word } = await visitServer()
    const grant = (amount: number) => admin.post(`/api/admin/users/${user.user.id}/rubies`, { amount })
    for (let amount = 1; amount <= 5; amount++) await grant(amount)
    const seen: number[] = []
    let path: string | null = `/api/admin/acts?q=${word}&limit=2`
    while (path) {
      const answer: Answer<AdminActRow[]> = await admin.get(path)
      assert.equal(answer.status, 200)
      seen.push(...answer.body.map(({ after }) => (after as { amount: number }).amount))
      await grant(99)
      path = nextOf(answer)
    }
    assert.deepEqual(seen, [5, 4, 3, 2, 1])
  })

  test('can be searched by actor, subject and kind', async ({ assert }) => {
    const { db, container } = await visitApp()
    const { open } = await visitApp()
    const acts = await container.make(ActsQuery)
    const log = await container.make(AuditLog)
    const [word, other] = [newWord(), newWord()]
    const actor = await open({ lastName: word })
    const subject = { type: 'character' as const, id: null, name: `Mo ${other}` }
    await db.transaction(async (trx) => {
      await log.record({ actorId: actor.id, kind: 'character_deleted', subject, before: null, after: null }, trx)
      await log.record({ actorId: null, kind: 'first_message_changed', subject, before: 'a', after: 'b' }, trx)
    })
    const search = async (q: string) => (await acts.run({ q, limit: 10 }))!.items.map(({ kind }) => kind)
    assert.deepEqual(await search(word.toUpperCase()), ['character_deleted'])
    assert.deepEqual(await search(actor.email), ['character_deleted'])
    assert.deepEqual(await search(`mo ${other}`), ['first_message_changed', 'character_deleted'])
    assert.include(await search('First message'), 'first_message_changed')
    assert.include(await search('first_message_ch'), 'first_message_changed')
    assert.notInclude(await search('first_message_ch'), 'character_deleted')
    assert.include(await search('operator'), 'first_message_changed')
    assert.deepEqual(await search(`${word}%`), [])
    const [{ actor: noActor, before, after }] = (await acts.run({ q: other, limit: 1 }))!.items as [AdminActRow]
    assert.deepEqual([noActor, before, after], [null, 'a', 'b'])
  })

  test('returns 422 for an invalid limit, cursor or search', async ({ assert }) => {
    const { admin } = await visitServer()
    for (const query of ['limit=0', 'limit=501', 'cursor=x', 'cursor=WyJ4Il0', `q=${'x'.repeat(201)}`])
      assert.equal((await admin.get(`/api/admin/acts?${query}`)).status, 422, query)
  })
})

test.group('The operator’s acts', () => {
  test('are recorded without an actor', async ({ assert }) => {
    const { container, actsOn } = await visitApp()
    const operator = await container.make(OperatorActs)
    const email = `${newWord()}@example.test`
    const opened = await operator.openAdmin({ email, password: 'correct horse', firstName: 'Ada' })
    if (!opened.ok) return assert.fail(JSON.stringify(opened.failure))
    const { userId } = opened.value
    assert.equal(await operator.setRole(email.toUpperCase(), 'member'), 'done')
    assert.equal(await operator.setRole(email, 'member'), 'done', 'the second time nothing changes')
    assert.equal(await operator.setRole(email, 'admin'), 'done')
    await operator.resetPassword(email, 'another horse')
    await operator.adjustRubies({ userId, amount: -5 })
    const acts = await actsOn(userId)
    assert.deepEqual(new Set(acts.map(({ actor_id: actor }) => actor)), new Set([null]))
    assert.deepEqual(new Set(acts.map(({ subject_name: name }) => name)), new Set([`Ada <${email}>`]))
    assert.deepEqual(
      acts.map(({ kind, before, after }) => [kind, before, after]),
      [
        ['account_opened', null, { role: 'admin' }],
        ['role_changed', { role: 'admin' }, { role: 'member' }],
        ['role_changed', { role: 'member' }, { role: 'admin' }],
        ['password_reset', null, null],
        [
          'rubies_deducted',
          { rubies: 50, debt: 0 },
          { rubies: 45, debt: 0, amount: -5, reason: 'Admin deducted 5 rubies' },
        ],
      ]
    )
  })

  test('are not recorded when refused', async ({ assert }) => {
    const { container, open, rows } = await visitApp()
    const operator = await container.make(OperatorActs)
    const taken = await open()
    const count = async () => (await rows('SELECT count(*)::int AS n FROM admin_acts'))[0].n
    const before = await count()
    const password = 'correct horse'
    assert.deepEqual(await operator.openAdmin({ email: taken.email, password }), {
      ok: false,
      failure: { kind: 'email_taken' },
    })
    assert.isFalse((await operator.openAdmin({ email: 'no address', password })).ok)
    assert.equal(await operator.setRole('unknown@example.test', 'admin'), 'unknown_user')
    assert.equal(await operator.setRole('characters@built-in.invalid', 'admin'), 'unknown_user')
    assert.isFalse((await operator.resetPassword('unknown@example.test', password)).ok)
    assert.isFalse((await operator.resetPassword(taken.email, 'short')).ok)
    assert.isFalse((await operator.adjustRubies({ userId: taken.id, amount: -51 })).ok)
    assert.equal(await count(), before)
  })

  test('are rolled back when the log fails', async ({ assert }) => {
    const { db, accounts, open, rows, container } = await visitApp()
    const user = await open()
    const log = new FullLog(accounts)
    const roles = new ChangeRole(db, accounts, log)
    const refunds = await container.make(OrderRefunds)
    const [notices, pages] = [await container.make(SiteNotices), await container.make(SitePages)]
    const broken = new RecordedOperatorActs(
      db,
      accounts,
      await container.make(AdjustRubies),
      roles,
      refunds,
      new SetMaintenance(db, log, notices),
      notices,
      new PublishPages(db, pages, log),
      log,
      await container.make(CurrentUsers)
    )
    const email = `${newWord()}@example.test`
    const hashOf = async () => (await rows('SELECT role, password_hash FROM users WHERE id = ?::uuid', [user.id]))[0]
    const before = await hashOf()
    await assert.rejects(() => broken.openAdmin({ email, password: 'correct horse' }), 'The log is full.')
    await assert.rejects(() => broken.setRole(user.email, 'admin'), 'The log is full.')
    await assert.rejects(() => broken.resetPassword(user.email, 'another horse'), 'The log is full.')
    await assert.rejects(() => broken.setMaintenance('Back at nine.'), 'The log is full.')
    await assert.rejects(() => broken.publishPages([{ name: 'imprint', text: email }]), 'The log is full.')
    assert.isNull(await broken.readMaintenance())
    assert.notEqual((await pages.find('imprint', null))?.text, email)
    assert.deepEqual(await hashOf(), before)
    assert.isNull(await accounts.findByEmail(email))
  })
})

import { randomUUID } from 'node:crypto'
import { test } from '@japa/runner'
import { makePng, makeZip, v2Card } from '#modules/cards/tests/support/index'
import type { Client } from '#tests/support/client'
import { longRun } from '#tests/support/long_run'
import { waitUntil } from '#tests/support/wait_until'
import type { CardImport } from '../api.ts'
import { visitServer } from './support.ts'

const path = '/api/admin/card-imports'

const cardOf = (name: string) => ({ ...v2Card(), data: { ...v2Card().data, name } })

const upload = async (client: Client, files: Record<string, Uint8Array | string>, field = 'files') => {
  const form = new FormData()
  for (const [name, content] of Object.entries(files))
    form.append(field, new Blob([typeof content === 'string' ? content : Buffer.from(content)]), name)
  const answer = await fetch(client.url + path, { method: 'POST', headers: { cookie: client.cookie }, body: form })
  return { status: answer.status, body: (await answer.json()) as any }
}

const ended = async (client: Client, id: string): Promise<CardImport> => {
  let seen: CardImport
  await waitUntil('the import has ended', async () => {
    const { body, status, text } = await client.get(`${path}/${id}`)
    if (status !== 200) throw new Error(text)
    seen = body
    return seen.finishedAt !== null
  })
  return seen!
}

const reportOf = async (client: Client, id: string): Promise<any[]> => {
  const { text } = await client.get(`${path}/${id}/report`)
  return text
    .split('\n')
    .filter(Boolean)
    .map((line) => JSON.parse(line))
}

/** Inserts an import whose job no process takes. */
const waiting = async (run: (sql: string, values?: unknown[]) => Promise<any[]>, actorId: string) => {
  const id = randomUUID()
  await run(`INSERT INTO card_imports (id, actor_id, files) VALUES ($1, $2, '[{"name":"a.zip","bytes":5}]')`, [
    id,
    actorId,
  ])
  await run(`INSERT INTO jobs (id, kind, payload, due_at) VALUES ($1, 'card_import', '{}', now() + interval '1 day')`, [
    id,
  ])
  return id
}

test.group('Imports of cards by admins', () => {
  test('run in the background, report each file and skip known cards', async ({ assert }) => {
    const { admin, run, word } = await visitServer()
    const files = {
      'ann.png': makePng({ chara: cardOf(`Ann ${word}`) }),
      'pack.zip': makeZip([
        { name: 'ben.json', content: cardOf(`Ben ${word}`) },
        { name: 'nul\0.json', content: JSON.stringify(cardOf(`Cleo ${word}`)) },
        { name: 'broken.png', content: 'not a picture' },
        { name: 'readme.txt', content: 'not read' },
      ]),
      'list.json': JSON.stringify([{ name: `Dora ${word}`, backstory: 'Born.', personality: 'Calm.' }, { name: '' }]),
    }
    const started = await upload(admin, files)
    assert.equal(started.status, 202, JSON.stringify(started.body))
    const { id } = started.body
    const done = await ended(admin, id)
    assert.deepInclude(done, {
      state: 'done',
      isCanceling: false,
      share: 1,
      counts: { imported: 4, doubles: 0, refused: 3, total: 7 },
    })
    assert.deepEqual(
      done.files.map(({ name }) => name),
      ['ann.png', 'pack.zip', 'list.json']
    )
    const report = await reportOf(admin, id)
    assert.sameMembers(
      report.map(({ file, entry, outcome }) => `${outcome} ${file} ${entry}`),
      [
        'imported ann.png null',
        'imported pack.zip/ben.json null',
        'imported pack.zip/nul.json null',
        'refused pack.zip/broken.png null',
        'refused pack.zip/readme.txt null',
        'refused list.json 1',
      ]
    )
    assert.isTrue(report.filter(({ outcome }) => outcome === 'refused').every(({ reason }) => reason.length > 0))
    const owned = await run('SELECT name, is_public FROM characters WHERE created_by = $1 ORDER BY name', [
      admin.user.id,
    ])
    assert.deepEqual(
      owned.map(({ name }) => name),
      ['Ann', 'Ben', 'Cleo', 'Dora'].map((name) => `${name} ${word}`)
    )
    const acts = await run('SELECT kind, subject_name, after FROM admin_acts WHERE subject_id = $1', [id])
    assert.deepInclude(acts[0], { kind: 'card_import_started', subject_name: '3 files' })

    const again = await ended(admin, (await upload(admin, files)).body.id)
    assert.deepEqual(again.counts, { imported: 0, doubles: 4, refused: 3, total: 7 })
    const listed = (await admin.get(path)).body.map((each: CardImport) => each.id)
    assert.includeMembers(listed, [id, again.id])
  })

  test('are canceled once, and don’t change after their end', async ({ assert }) => {
    const { admin, run } = await visitServer()
    const id = await waiting(run, admin.user.id)
    const canceled = await admin.post(`${path}/${id}/cancel`)
    assert.equal(canceled.status, 200)
    assert.equal(canceled.body.state, 'canceled')
    const again = await admin.post(`${path}/${id}/cancel`)
    assert.deepEqual([again.status, again.body.code], [409, 'import_ended'])
    const acts = await run(`SELECT kind FROM admin_acts WHERE subject_id = $1`, [id])
    assert.deepEqual(acts, [{ kind: 'card_import_canceled' }])
    assert.equal((await admin.post(`${path}/${randomUUID()}/cancel`)).status, 404)
    assert.equal((await admin.get(`${path}/${randomUUID()}/report`)).status, 404)
  })

  test('refuse forms without files, with too many, and further imports while ten are unfinished', async ({
    assert,
  }) => {
    const { admin, run } = await visitServer()
    assert.equal((await upload(admin, {})).status, 422)
    assert.equal((await upload(admin, { 'a.json': '{}' }, 'other')).status, 422)
    const many = Object.fromEntries(Array.from({ length: 101 }, (_, n) => [`${n}.json`, '{}']))
    assert.equal((await upload(admin, many)).status, 422)
    assert.equal((await admin.post(path, {})).status, 415)
    const cut = await admin.call(path, {
      method: 'POST',
      rawBody: '--x\r\nContent-Disposition: form-data; name="files"; filename="a"\r\n\r\nabc',
      headers: { 'content-type': 'multipart/form-data; boundary=x' },
    })
    assert.equal(cut.status, 400)
    const ids = await Promise.all(Array.from({ length: 10 }, () => waiting(run, admin.user.id)))
    const refused = await upload(admin, { 'a.json': JSON.stringify(cardOf('Mo')) })
    assert.deepEqual([refused.status, refused.body.code], [409, 'too_many_imports'])
    // Cancels all at once, because a cancellation needs one connection.
    const canceled = await Promise.all(ids.map((id) => admin.post(`${path}/${id}/cancel`)))
    assert.deepEqual(new Set(canceled.map(({ status }) => status)), new Set([200]))
  }).tags(longRun)

  test('tell files of the same name apart, and never use names as paths', async ({ assert }) => {
    const { admin, word } = await visitServer()
    const form = new FormData()
    for (const name of ['a', 'b'])
      form.append('files', new Blob([JSON.stringify(cardOf(`${name} ${word}`))]), '../../../tmp/evil.json')
    const answer = await fetch(admin.url + path, { method: 'POST', headers: { cookie: admin.cookie }, body: form })
    const { id, ...refusal } = (await answer.json()) as any
    assert.equal(answer.status, 202, JSON.stringify(refusal))
    const done = await ended(admin, id)
    assert.equal(done.counts.imported, 2)
    assert.equal(new Set(done.files.map(({ name }) => name)).size, 2)
  })

  test('leave no data of an admin whose account is deleted', async ({ assert }) => {
    const { newAdmin, run, word } = await visitServer()
    const admin = await newAdmin()
    const { id } = await ended(admin, (await upload(admin, { [`${word}.json`]: JSON.stringify(cardOf(word)) })).body.id)
    const open = await waiting(run, admin.user.id)
    const deleted = await admin.call('/api/user', { method: 'DELETE', body: { currentPassword: 'correct horse' } })
    assert.isBelow(deleted.status, 300, deleted.text)
    assert.isEmpty(await run('SELECT FROM card_imports WHERE actor_id = $1', [admin.user.id]))
    assert.isEmpty(await run('SELECT FROM card_import_files WHERE import_id = $1', [id]))
    assert.equal((await run('SELECT state FROM jobs WHERE id = $1', [open]))[0].state, 'canceled')
  })
})

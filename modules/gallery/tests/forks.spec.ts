import { test } from '@japa/runner'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { sharedServer } from '#tests/support/server'
import { longRun } from '#tests/support/long_run'
import { limits, type CharacterDetails } from '../api.ts'
import { aDraft } from './support.ts'

const setUp = async () => {
  const { url, databaseUrl } = await sharedServer()
  const run = asking(databaseUrl)
  const people = (count: number) =>
    Promise.all(Array.from({ length: count }, (_, n) => new Client(url).register({ firstName: `Person ${n}` })))
  const make = async (by: Client, fields: Record<string, unknown> = {}): Promise<CharacterDetails> => {
    const { status, body, text } = await by.post('/api/characters', { ...aDraft(), allowForks: true, ...fields })
    if (status !== 201) throw new Error(text)
    return body
  }
  const fork = async (by: Client, id: string): Promise<CharacterDetails> => {
    const { status, body, text } = await by.post(`/api/characters/${id}/fork`)
    if (status !== 201) throw new Error(text)
    return body
  }
  return { people, make, fork, run, visitor: new Client(url) }
}

const whole = {
  nickname: 'Momo',
  category: 'Drama',
  scenario: 'A pier.',
  firstMessage: 'Ahoy.',
  alternateGreetings: ['You again?'],
  systemPrompt: 'Stay at sea.',
  depthNote: { text: 'It rains.', depth: 2, role: 'user' },
  creatorNotes: { text: 'Mine.', translations: { de: 'Meine.' } },
  assets: [{ type: 'emotion', name: 'happy', address: 'https://pictures.example.test/happy.png' }],
  avatarFocus: { x: 0.2, y: 0.3 },
  definitionPublic: false,
}

test.group('Forking a character', () => {
  test('copies all its parts into a private one that credits it', async ({ assert }) => {
    const { people, make, fork, visitor } = await setUp()
    const [author, reader] = (await people(2)) as [Client, Client]
    const original = await make(author, whole)
    await reader.post(`/api/characters/${original.id}/like`)
    const copy = await fork(reader, original.id)
    const credit = {
      id: original.id,
      name: 'Mo',
      creator: { id: author.user.id, name: 'Person 0', username: author.user.username },
    }
    const { id, createdAt, ...rest } = copy
    assert.notEqual(id, original.id)
    assert.isTrue(createdAt >= original.createdAt)
    assert.deepEqual(rest, {
      ...Object.fromEntries(Object.entries(original).filter(([field]) => field !== 'id' && field !== 'createdAt')),
      createdBy: reader.user.id,
      creator: { id: reader.user.id, name: 'Person 1', username: reader.user.username },
      isPublic: false,
      allowForks: false,
      forkedFrom: credit,
      credits: [credit],
    } as never)
    assert.equal((await visitor.get(`/api/characters/${id}`)).status, 404)
    assert.deepEqual((await reader.get(`/api/characters/${id}/versions`)).body.length, 1)
    assert.deepEqual([original.forkedFrom, original.credits], [null, []])

    // The copy is independent.
    await author.put(`/api/characters/${original.id}`, { systemPrompt: 'Another.' })
    await reader.put(`/api/characters/${id}`, { name: 'Mine', forkedFrom: null, credits: [] })
    const { body: later } = await reader.get(`/api/characters/${id}`)
    assert.deepInclude(later, { name: 'Mine', systemPrompt: 'Stay at sea.', forkedFrom: credit })
  })

  test('copies the present version, without parts where there are none', async ({ assert }) => {
    const { people, make, fork, run } = await setUp()
    const [author, reader] = (await people(2)) as [Client, Client]
    const original = await make(author)
    await author.put(`/api/characters/${original.id}`, { backstory: 'Was born inland.' })
    const copy = await fork(reader, original.id)
    assert.equal(copy.backstory, 'Was born inland.')
    assert.isEmpty(await run('SELECT FROM character_parts WHERE character_id = $1', [copy.id]))
  })

  test('is refused unless the character is public and its owner allows it', async ({ assert }) => {
    const { people, make, visitor, run } = await setUp()
    const [author, reader] = (await people(2)) as [Client, Client]
    const closed = await make(author, { allowForks: false })
    const secret = await make(author, { isPublic: false })
    const adult = await make(author, { isNsfw: true })
    const gone = await make(author)
    await author.delete(`/api/characters/${gone.id}`)
    for (const [caller, { id }, status, code] of [
      [visitor, closed, 401, 'signed_out'],
      [reader, closed, 403, 'forks_not_allowed'],
      [author, closed, 403, 'forks_not_allowed'],
      [reader, secret, 404, 'not_found'],
      [author, secret, 403, 'forks_not_allowed'],
      [reader, adult, 403, 'adult_gate'],
      [author, gone, 404, 'not_found'],
    ] as const) {
      const answer = await caller.post(`/api/characters/${id}/fork`)
      assert.deepEqual([answer.status, answer.body.code], [status, code])
    }
    assert.isEmpty(await run('SELECT FROM characters WHERE created_by = $1', [reader.user.id]))
    await run(
      `UPDATE users SET limitless_enabled = true, age_stated_at = now(), age_method = 'statement' WHERE id = $1`,
      [reader.user.id]
    )
    const forked = await reader.post(`/api/characters/${adult.id}/fork`)
    assert.deepEqual([forked.status, forked.body.isNsfw], [201, true])
  })

  test('keeps the credit through later forks, and hides what the reader may not see', async ({ assert }) => {
    const { people, make, fork, run, visitor } = await setUp()
    const [first, second, third] = (await people(3)) as [Client, Client, Client]
    const original = await make(first)
    const copy = await fork(second, original.id)
    await second.put(`/api/characters/${copy.id}`, { name: 'Second', isPublic: true, allowForks: true })
    const last = await fork(third, copy.id)
    const names = ({ credits }: CharacterDetails) => credits.map(({ name, creator }) => [name, creator?.name ?? null])
    const expected = [
      ['Mo', 'Person 0'],
      ['Second', 'Person 1'],
    ]
    assert.deepEqual(names(last), expected)
    assert.equal(last.forkedFrom?.id, copy.id)
    const address = `/api/characters/${last.id}`
    await third.put(address, { isPublic: true })
    assert.deepEqual(names((await visitor.get(address)).body), expected)

    await second.put(`/api/characters/${copy.id}`, { isPublic: false })
    await first.delete(`/api/characters/${original.id}`)
    const hidden = [
      [null, 'Person 0'],
      [null, 'Person 1'],
    ]
    for (const caller of [visitor, third]) assert.deepEqual(names((await caller.get(address)).body), hidden)
    assert.equal((await second.get(address)).body.forkedFrom.name, 'Second')
    for (const { user } of [first, second]) await run('SELECT gallery_forget_person($1)', [user.id])
    const { body } = await visitor.get(address)
    assert.deepEqual(
      body.credits.map(({ id }: { id: string }) => id),
      [original.id, copy.id]
    )
    assert.deepEqual(names(body), [
      [null, null],
      [null, null],
    ])
  })

  test('credits the first one and the latest of many', async ({ assert }) => {
    const { people, make, fork, run } = await setUp()
    const [author] = (await people(1)) as [Client]
    const ancestors: string[] = []
    let character = await make(author)
    for (let n = 0; n < limits.creditsMax + 2; n++) {
      ancestors.push(character.id)
      character = await fork(author, character.id)
      await run('UPDATE characters SET is_public = true, allow_forks = true WHERE id = $1', [character.id])
    }
    assert.deepEqual(
      character.credits.map(({ id }) => id),
      [ancestors[0]!, ...ancestors.slice(-(limits.creditsMax - 1))]
    )
  }).tags(longRun)
})

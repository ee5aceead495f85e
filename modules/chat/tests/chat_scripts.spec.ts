import { test } from '@japa/runner'
import { type RegexScript, scriptLimits } from '#modules/gallery/api'
import { sharedStage, type Stage } from '#tests/support/stage'

const script = (more: Partial<RegexScript> = {}): RegexScript => ({
  name: 'Moods',
  find: '/<mood>(.*?)<\\/mood>/g',
  replace: '*$1*',
  trim: [],
  of: ['character'],
  where: 'display',
  fills: 'none',
  minDepth: null,
  maxDepth: null,
  ...more,
})

const draft = {
  name: 'Mo',
  description: 'Mends nets.',
  personality: 'Calm.',
  scenario: 'A pier.',
  backstory: 'Was born at sea.',
  firstMessage: 'Ahoy.',
  avatar: 'https://pictures.example.test/mo.png',
}

let stage: Stage

test.group('The regex scripts of a chat', (group) => {
  group.setup(async () => {
    stage = await sharedStage()
  })

  const setUp = async (fields: Record<string, unknown> = {}) => {
    const [owner, user] = [await stage.visitor(), await stage.visitor()]
    const { body, status, text } = await owner.post('/api/characters', { ...draft, ...fields })
    if (status !== 201) throw new Error(text)
    const id: string = body.id
    const save = (scripts: RegexScript[], fromVersion = 1) =>
      stage.db.query('INSERT INTO character_scripts (character_id, from_version, scripts) VALUES ($1, $2, $3)', [
        id,
        fromVersion,
        JSON.stringify(scripts),
      ])
    const open = async (query = '') => (await user.get(`/api/chats/${id}${query}`)).body
    const read = (sessionId: string, by = user) => by.get(`/api/chats/${sessionId}/scripts`)
    return { owner, user, id, save, open, read }
  }

  test('are told with their number', async ({ assert }) => {
    const { save, open, read } = await setUp()
    const scripts = [script(), script({ where: 'both' }), script({ where: 'prompt' })]
    await save(scripts)
    const { session, scriptCount } = await open()
    assert.equal(scriptCount, 3)
    const { status, body } = await read(session.id)
    assert.equal(status, 200)
    assert.deepEqual(body, { isOn: true, count: 3, canRead: true, scripts })
    // A stored chat tells the same.
    assert.equal((await open(`?session=${session.id}`)).scriptCount, 3)
  })

  test('are missing without any, and unreadable where the definition is', async ({ assert }) => {
    const { open, read, save, owner, id } = await setUp({ definitionPublic: false })
    const { session, scriptCount } = await open()
    assert.isUndefined(scriptCount)
    assert.deepEqual((await read(session.id)).body.scripts, [])
    await save([script(), script({ where: 'prompt' })])
    assert.deepEqual((await read(session.id)).body, { isOn: true, count: 2, canRead: false, scripts: [script()] })
    const own = (await owner.get(`/api/chats/${id}`)).body.session.id
    assert.isTrue((await read(own, owner)).body.canRead)
  })

  test('can be switched off', async ({ assert }) => {
    const { user, open, read, save } = await setUp()
    await save([script()])
    const { session } = await open()
    const put = (body: object) => user.put(`/api/chats/${session.id}/settings`, body)
    assert.isFalse((await put({ runsScripts: false })).body.runsScripts)
    assert.isFalse((await read(session.id)).body.isOn)
    assert.isTrue((await put({ runsScripts: null })).body.runsScripts)
    assert.isTrue((await read(session.id)).body.isOn)
    assert.equal((await put({ runsScripts: 'no' })).status, 422)
  })

  test('are those of the version of the chat, until its user updates it', async ({ assert }) => {
    const { owner, user, id, open, read, save } = await setUp()
    const { session } = await open()
    await owner.put(`/api/characters/${id}`, { personality: 'Stormy.' })
    await save([script({ name: 'New' })], 2)
    assert.isUndefined((await open(`?session=${session.id}`)).scriptCount)
    assert.deepEqual((await read(session.id)).body.scripts, [])
    await user.post(`/api/chats/${session.id}/version`)
    assert.equal((await open(`?session=${session.id}`)).scriptCount, 1)
    assert.equal((await read(session.id)).body.scripts[0].name, 'New')
  })

  test('of a group are those of its members, each for its own answers', async ({ assert }) => {
    const { user, owner, id, save } = await setUp({ nickname: 'Moses', definitionPublic: false, isPublic: true })
    const other = await setUp({ name: 'Ida', isPublic: true })
    await save([script(), script({ where: 'prompt' })])
    await other.save([script({ name: 'Ida’s' }), script({ where: 'prompt' })])
    const { status, body } = await user.post('/api/group-chats', { characterIds: [other.id, id] })
    assert.equal(status, 201)
    assert.equal(body.scriptCount, 4)
    const { body: read } = await user.get(`/api/chats/${body.session.id}/scripts`)
    assert.deepEqual(read, {
      isOn: true,
      count: 4,
      canRead: false,
      scripts: [
        { ...script({ name: 'Ida’s' }), characterId: other.id, char: 'Ida' },
        { ...script({ where: 'prompt' }), characterId: other.id, char: 'Ida' },
        { ...script(), characterId: id, char: 'Moses' },
      ],
    })
    // A member that is gone keeps nothing.
    await owner.delete(`/api/characters/${id}`)
    assert.equal((await user.get(`/api/chats/${body.session.id}/scripts`)).body.count, 2)
  })

  test('are refused to other users, and of a character that is gone', async ({ assert }) => {
    const { owner, id, open, read, save } = await setUp()
    await save([script()])
    const { session } = await open()
    assert.equal((await read(session.id, owner)).status, 404)
    await owner.delete(`/api/characters/${id}`)
    assert.equal((await read(session.id)).status, 404)
  })

  test('reach the chat whole at their limits', async ({ assert }) => {
    const { scriptsMax, nameMax, patternMax, replacementMax, trimsMax, trimMax } = scriptLimits
    const { open, read, save } = await setUp()
    const longest = script({
      name: 'n'.repeat(nameMax),
      find: 'f'.repeat(patternMax),
      replace: 'r'.repeat(replacementMax),
      trim: Array.from({ length: trimsMax }, () => 't'.repeat(trimMax)),
    })
    await save(Array.from({ length: scriptsMax }, () => longest))
    const { session, scriptCount } = await open()
    assert.equal(scriptCount, scriptsMax)
    assert.deepEqual((await read(session.id)).body.scripts.at(-1), longest)
  })
})

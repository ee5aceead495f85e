import { test } from '@japa/runner'
import { Client } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { longRun } from '#tests/support/long_run'
import { sharedServer } from '#tests/support/server'
import { aDraft, newWord } from './support.ts'

/** Each text of a character has its own word, so that an answer shows which texts it contains. */
const groups = {
  page: ['firstMessage', 'greeting'],
  definition: ['backstory', 'personality', 'scenario'],
  parts: [
    'nickname',
    'alternateGreetings',
    'groupGreetings',
    'creatorNotes',
    'translation',
    'creatorName',
    'version',
    'source',
    'assets',
  ],
  instructions: ['exampleDialogue', 'systemPrompt', 'postHistoryInstructions', 'depthNote'],
} as const
type Group = keyof typeof groups
const fields = Object.values(groups).flat()
type Field = (typeof fields)[number]

const settings = {
  'public definition': { definitionPublic: true, allowForks: false },
  'public definition, forks': { definitionPublic: true, allowForks: true },
  'hidden definition': { definitionPublic: false, allowForks: false },
  'hidden definition, forks': { definitionPublic: false, allowForks: true },
}
type Setting = keyof typeof settings

const roles = ['owner', 'admin', 'other', 'visitor', 'gated'] as const
type Role = (typeof roles)[number]

/** The groups that each role reads on the character's page. The gated role has adult content off, and its character is adult. */
const table: Record<Setting, Record<Role, readonly Group[]>> = {
  'public definition': {
    owner: ['page', 'definition', 'parts', 'instructions'],
    admin: ['page', 'definition', 'parts', 'instructions'],
    other: ['page', 'definition', 'parts'],
    visitor: ['page', 'definition'],
    gated: [],
  },
  'public definition, forks': {
    owner: ['page', 'definition', 'parts', 'instructions'],
    admin: ['page', 'definition', 'parts', 'instructions'],
    other: ['page', 'definition', 'parts', 'instructions'],
    visitor: ['page', 'definition'],
    gated: [],
  },
  'hidden definition': {
    owner: ['page', 'definition', 'parts', 'instructions'],
    admin: ['page', 'definition', 'parts', 'instructions'],
    other: ['page', 'parts'],
    visitor: ['page'],
    gated: [],
  },
  'hidden definition, forks': {
    owner: ['page', 'definition', 'parts', 'instructions'],
    admin: ['page', 'definition', 'parts', 'instructions'],
    other: ['page', 'parts', 'instructions'],
    visitor: ['page'],
    gated: [],
  },
}

let people: Promise<Record<Role, Client>> | null = null

const setUp = async () => {
  const { url, databaseUrl } = await sharedServer()
  const run = asking(databaseUrl)
  people ??= (async () => {
    const [owner, admin, other, gated] = await Promise.all(Array.from({ length: 4 }, () => new Client(url).register()))
    await run(`UPDATE users SET role = 'admin' WHERE id = $1`, [admin!.user.id])
    for (const { user } of [owner!, admin!, other!])
      await run(
        `UPDATE users SET limitless_enabled = true, age_stated_at = now(), age_method = 'statement' WHERE id = $1`,
        [user.id]
      )
    return { owner: owner!, admin: admin!, other: other!, visitor: new Client(url), gated: gated! }
  })()
  return { ...(await people), run }
}

/** Creates a character with a word in each text, and `near`, another character of its owner with the same tag. */
const aCharacter = async (owner: Client, fieldsOf: Record<string, unknown>) => {
  const words = Object.fromEntries(fields.map((field) => [field, newWord()])) as Record<Field, string>
  const tag = newWord()
  const { translation, creatorNotes, alternateGreetings, groupGreetings, depthNote, source, assets, ...texts } = words
  const made = await owner.post('/api/characters', {
    ...aDraft(),
    ...texts,
    tags: [tag],
    creatorNotes: { text: creatorNotes, translations: { de: translation } },
    alternateGreetings: [alternateGreetings],
    groupGreetings: [groupGreetings],
    depthNote: { text: depthNote },
    source: [source],
    assets: [{ type: 'emotion', name: 'happy', address: `https://pictures.example.test/${assets}.png` }],
    ...fieldsOf,
  })
  if (made.status !== 201) throw new Error(made.text)
  const { body: near } = await owner.post('/api/characters', { ...aDraft(), tags: [tag] })
  return { id: made.body.id as string, near: near.id as string, tag, words }
}

const found = (text: string, words: Record<Field, string>) => fields.filter((field) => text.includes(words[field]))
const fieldsIn = (names: readonly Group[]) => names.flatMap((name): readonly Field[] => groups[name])

test.group('Readers of a character’s texts', () => {
  for (const [setting, expected] of Object.entries(table) as [Setting, (typeof table)[Setting]][])
    for (const role of roles) {
      const readable = expected[role]
      test(`${role}, ${setting}: ${readable.join(', ') || 'nothing'}`, async ({ assert }) => {
        const everyone = await setUp()
        const { owner } = everyone
        const caller = everyone[role]
        const { id, near, tag, words } = await aCharacter(owner, { ...settings[setting], isNsfw: role === 'gated' })
        const read = async (path: string) => {
          const { text, status } = await caller.get(path)
          return { status, fields: found(text, words) }
        }
        const expectFields = async (path: string, names: readonly Field[]) =>
          assert.sameMembers((await read(path)).fields, [...names], path)

        await expectFields(`/api/characters/${id}`, fieldsIn(readable))
        await expectFields(`/api/characters/${id}?edit=true`, role === 'owner' ? fields : [])
        // Lists have the opening line, and nothing else of the long texts.
        const openingLine: Field[] = role === 'gated' ? [] : ['firstMessage']
        await expectFields(`/api/characters?category=${tag}`, openingLine)
        await expectFields(`/api/characters/${near}/similar`, openingLine)
        await expectFields(`/api/characters/suggestions?q=${tag}`, [])
        await expectFields('/api/characters/landing', [])
        await expectFields(`/api/characters/${id}/share`, openingLine)
        for (const word of Object.values(words)) {
          const { body } = await caller.get(`/api/characters?q=${word}`)
          assert.isEmpty(body, 'A search matched a text that lists don’t show.')
        }

        // A chat contains the texts of the page, but only the nickname and the alternate greetings from the parts.
        const onPage = fieldsIn(readable.filter((name) => name === 'page' || name === 'definition'))
        const inChat: readonly Field[] =
          role === 'visitor' || role === 'gated' ? [] : [...onPage, 'nickname', 'alternateGreetings']
        await expectFields(`/api/chats/${id}`, inChat)
        if (role === 'visitor' || role === 'gated') return
        const { session } = (await caller.get(`/api/chats/${id}`)).body
        await expectFields(`/api/chats/${id}?session=${session.id}`, inChat)
        await expectFields(`/api/chats/${session.id}/context`, [])
        // Data exports contain all greetings, and texts for reading only the chosen one.
        const greetings: readonly Field[] = ['firstMessage', 'alternateGreetings']
        await expectFields(`/api/chats/${session.id}/export?format=jsonl`, greetings)
        for (const file of ['export?format=markdown', 'book'])
          await expectFields(`/api/chats/${session.id}/${file}`, ['firstMessage'])
        await expectFields('/api/chats', [])
        await caller.post(`/api/characters/${id}/like`)
        await expectFields('/api/user/export', role === 'owner' ? fields : greetings)
        // Forks change what other users read.
      }).tags(setting.endsWith('forks') && role !== 'other' ? longRun : [])
    }

  test('a private character is read by its owner and admins only', async ({ assert }) => {
    const { owner, admin, other, visitor } = await setUp()
    const { id, words } = await aCharacter(owner, { isPublic: false, allowForks: true })
    for (const [caller, expected] of [
      [owner, fields],
      [admin, fields],
      [other, []],
      [visitor, []],
    ] as const)
      assert.sameMembers(found((await caller.get(`/api/characters/${id}`)).text, words), [...expected])
  })

  test('admins’ lists have the texts of the page, without the parts', async ({ assert }) => {
    const { owner, admin, other } = await setUp()
    const { tag, words } = await aCharacter(owner, { definitionPublic: false })
    const listed = await admin.get(`/api/admin/characters?q=${tag}`)
    assert.sameMembers(found(listed.text, words), fieldsIn(['page', 'definition']))
    assert.equal((await other.get(`/api/admin/characters?q=${tag}`)).status, 403)
  })
})

import type { Role } from '#modules/accounts/api'
import { Client, type Answer } from '#tests/support/client'
import { asking } from '#tests/support/databases'
import { sharedServer, type RunningServer } from '#tests/support/server'
import type { CaseDetails, DecisionKind, ListedCase, Reason, Thing } from '../api.ts'

let count = 0
export const newWord = () => `w${process.pid}x${Date.now().toString(36)}x${++count}x`

const texts = { description: 'Mends nets.', backstory: 'Was born at sea.', personality: 'Calm.', category: 'Drama' }

/** Registers a moderator, an author with a public character, and a reader. */
export const setUp = async (server?: RunningServer) => {
  const { url, databaseUrl } = server ?? (await sharedServer())
  const run = asking(databaseUrl)
  const newUser = (fields?: Record<string, unknown>) => new Client(url).register(fields)
  const newStaff = async (role: Role) => {
    const person = await newUser()
    await run('UPDATE users SET role = $2 WHERE id = $1', [person.user.id, role])
    return person
  }
  const newCharacter = async (by: Client, fields: object = {}): Promise<string> => {
    const shown = { name: newWord(), avatar: 'https://pictures.example.test/mo.png', isPublic: true }
    return expectStatus(await by.post('/api/characters', { ...texts, ...shown, ...fields }), 201).id
  }
  const [moderator, author, reader] = [await newStaff('moderator'), await newUser(), await newUser()]
  const characterId = await newCharacter(author)
  return {
    url,
    run,
    moderator,
    author,
    reader,
    characterId,
    visitor: new Client(url),
    newUser,
    newStaff,
    newCharacter,
    newComment: async (by: Client, content: string): Promise<string> =>
      expectStatus(await by.post(`/api/characters/${characterId}/comments`, { content }), 201).id,
    /** Reports a thing as a new user, and returns its case. */
    async newCase(thing: Thing, by?: Client, reason: Reason = 'hate'): Promise<CaseDetails> {
      const reporter = by ?? (await newUser())
      expectStatus(await reporter.post('/api/reports', { ...thing, reason }), 201)
      const [{ id }] = await run(
        `SELECT id FROM report_cases WHERE thing_kind = $1 AND thing_id = $2 AND state = 'open'`,
        [thing.kind, thing.id]
      )
      return caseOf(moderator, id)
    },
    actsOn: (userId: string): Promise<{ kind: string; before: any; after: any }[]> =>
      run('SELECT kind, before, after FROM admin_acts WHERE subject_id = $1 ORDER BY id', [userId]),
  }
}

export const expectStatus = (answer: Answer, status: number) => {
  if (answer.status !== status) throw new Error(`${answer.status} instead of ${status}: ${answer.text}`)
  return answer.body
}

export const caseOf = async (moderator: Client, id: string): Promise<CaseDetails> =>
  expectStatus(await moderator.get(`/api/admin/cases/${id}`), 200)

export const queueOf = async (moderator: Client, query = ''): Promise<ListedCase[]> =>
  expectStatus(await moderator.get(`/api/admin/cases${query}`), 200)

/** Decides a case as it is now. */
export const decide = (moderator: Client, of: CaseDetails, kind: DecisionKind, fields: object = {}) =>
  moderator.post(`/api/admin/cases/${of.id}/decisions`, {
    kind,
    reason: kind === 'dismiss' ? null : 'hate',
    words: 'It attacks sailors.',
    seen: of.decisions.length,
    ...fields,
  })

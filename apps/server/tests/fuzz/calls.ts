import fc from 'fast-check'
import { lines, type Line } from '../roles/table.ts'
import type { Json } from './bad_values.ts'

/** One call of the server, and what is sent to it when all is well. */
export interface Call {
  /** `PUT /api/chats/{}/title` */
  name: string
  method: string
  /** How the table of roles writes it, each with what is sent. */
  lines: Line[]
  query: Record<string, fc.Arbitrary<string>>
  /** Fields beyond those of the table's example. */
  fields: Record<string, fc.Arbitrary<Json>>
  /** Whoever makes it may be signed out afterwards. */
  endsSession: boolean
  /** What it does takes the processor so long that it is asked for less often. */
  isCostly: boolean
}

const one = (...texts: string[]) => fc.constantFrom(...texts)
const words = one('a', 'the', 'Mo', 'net', 'mends nets', 'é', '🦊', 'x', '%', '_')
const limit = one('1', '2', '10', '100', '500')
const cursor = one('⟦cursor⟧')
const place = one('⟦own:message⟧', '⟦own:answer⟧', '⟦own:deleted⟧', '⟦theirs:message⟧')
const tier = one('basic', 'standard', 'premium', 'ultra')
const list = { limit, cursor }
const chip = one('All', 'Limitless', 'Anime', 'anime', 'General', 'Sci-Fi', 'net')

const queries: Record<string, Call['query']> = {
  'GET /api/login': { next: one('/settings', '/chat/x?new=true') },
  'GET /api/login/{}': { next: one('/settings') },
  'GET /api/login/{}/callback': { code: one('x'), state: one('y'), error: one('access_denied'), iss: one('x') },
  'GET /api/characters': { q: words, category: chip, sort: one('popular', 'new', 'name'), ...list },
  'GET /api/characters/{}': { edit: one('true', 'false') },
  'GET /api/characters/{}/comments': list,
  'GET /api/chats': { q: words, characterId: one('⟦own:character⟧', '⟦own:public⟧'), ...list },
  'GET /api/chats/{}': {
    session: one('⟦own:chat⟧', '⟦theirs:chat⟧'),
    new: one('true'),
    before: place,
    after: place,
    around: place,
  },
  'GET /api/chats/{}/stream': { session: one('⟦own:chat⟧') },
  'GET /api/chats/{}/context': { model: tier },
  'GET /api/chats/{}/export': { format: one('markdown', 'jsonl') },
  'GET /api/rubies/transactions': list,
  'GET /pictures/uploads/{}': { w: one('96', '1536') },
  'GET /pictures/builtin/{}': { w: one('96', '1536') },
  'GET /api/admin/users': { q: words, ...list },
  'GET /api/admin/acts': { q: words, ...list },
  'GET /api/admin/characters': { q: words, ...list },
  'GET /api/admin/debts': list,
}

const address = one('https://pictures.example.test/a.png', '/pictures/uploads/x.webp', 'http://x.test/')
const flag = fc.boolean()
const key = fc.constantFrom('k', 'another key', '⟦own:word⟧')
const author: Call['fields'] = {
  name: words,
  description: words,
  backstory: words,
  personality: words,
  avatar: address,
  category: chip,
  tags: fc.array(words, { maxLength: 6 }),
  firstMessage: words,
  greeting: words,
  scenario: words,
  background: address,
  isPublic: flag,
  isNsfw: flag,
}

const bodies: Record<string, Call['fields']> = {
  'POST /api/login': { next: one('/settings') },
  'POST /api/register': { firstName: words, lastName: words, next: one('/settings') },
  'PUT /api/user/settings': {
    email: one('⟦own:word⟧@example.test'),
    firstName: words,
    lastName: words,
    profileImageUrl: address,
    limitlessEnabled: flag,
    personaDescription: words,
    personaAvatar: address,
    personaPersonality: words,
    personaBackground: words,
  },
  'POST /api/characters': author,
  'PUT /api/characters/{}': author,
  'POST /api/chats/{}/stream': { sessionId: one('⟦own:chat⟧'), clientMessageId: key, model: tier },
  'POST /api/chats/{}/reroll': { clientMessageId: key, model: tier },
  'POST /api/chats/{}/continue': { clientMessageId: key, model: tier },
  'POST /api/generate-image': {
    aspect: one('1:1', '4:5', '16:9', 'square', 'portrait'),
    model: one('flux-schnell', 'sdxl-lightning', 'stable-diffusion-3'),
  },
  'POST /api/admin/users/{}/rubies': { reason: words },
  'POST /api/admin/import-characters': author,
  'POST /api/admin/import-new-characters': { set: one('eight') },
}

const costly = new Set([
  'POST /api/uploads/images',
  'POST /api/generate-image',
  'POST /api/admin/generate-character-image',
])

/** `GET /api/chats/{}` for every chat. */
const nameOf = ({ method, path }: Line) =>
  `${method} ${path.split('?')[0]!.replaceAll(/\{\w+\}|(?<=login\/|sign-ins\/|payments\/)(nobody|sandbox)/g, '{}')}`

/** Every call there is: the table of roles is complete by a test of its own, so a new call is fuzzed from its first day. */
export const calls: Call[] = [...Map.groupBy(lines, nameOf)].map(([name, group]) => ({
  name,
  method: group[0]!.method,
  lines: group,
  query: queries[name] ?? {},
  fields: bodies[name] ?? {},
  endsSession: group.some(({ endsSession }) => endsSession),
  isCostly: costly.has(name),
}))

/** What is said of calls that there aren't would never be sent. */
const unknown = [...Object.keys(queries), ...Object.keys(bodies), ...costly].filter(
  (name) => !calls.some((call) => call.name === name)
)
if (unknown.length > 0)
  throw new Error(`calls.ts knows more about these than the table of roles: ${unknown.join(', ')}`)

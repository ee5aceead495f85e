import fc from 'fast-check'
import { lines, type Line } from '../roles/table.ts'
import type { Json } from './bad_values.ts'

/** A call of the server with valid input. */
export interface Call {
  /** Method and path, such as `PUT /api/chats/{}/title`. */
  name: string
  method: string
  /** The lines of the role table for this call. */
  lines: Line[]
  query: Record<string, fc.Arbitrary<string>>
  /** Fields that the table's example doesn't have. */
  fields: Record<string, fc.Arbitrary<Json>>
  /** The caller may be signed out afterwards. */
  endsSession: boolean
  /** The call is CPU-intensive, so it runs less often. */
  isCostly: boolean
  /** The call exports all characters or chats of the caller. The fuzzer creates hundreds, so an export uses a separate account. */
  isExport: boolean
}

const oneOf = (...texts: string[]) => fc.constantFrom(...texts)
const words = oneOf('a', 'the', 'Mo', 'net', 'mends nets', 'é', '🦊', 'x', '%', '_')
const limit = oneOf('1', '2', '10', '100', '500')
const cursor = oneOf('⟦cursor⟧')
const place = oneOf('⟦own:message⟧', '⟦own:answer⟧', '⟦own:deleted⟧', '⟦theirs:message⟧')
const tier = oneOf('basic', 'standard', 'premium', 'ultra')
const list = { limit, cursor }
const chip = oneOf('All', 'Limitless', 'Anime', 'anime', 'General', 'Sci-Fi', 'net')

const days = oneOf('7', '30', '90', '365', '1')

const queries: Record<string, Call['query']> = {
  'GET /api/login': { next: oneOf('/settings', '/chat/x?new=true') },
  'GET /api/password/reset': { token: oneOf('x', '⟦own:word⟧') },
  'GET /api/email/verify': { token: oneOf('x', '⟦own:word⟧') },
  'GET /api/challenge': { form: oneOf('register', 'waiting_list', 'forgotten_password', 'report') },
  'GET /api/pages/nowhere': { version: oneOf('0', '1', '2') },
  'GET /api/login/second-step': { by: oneOf('recovery-code') },
  'GET /api/login/{}': { next: oneOf('/settings') },
  'GET /api/login/{}/callback': { code: oneOf('x'), state: oneOf('y'), error: oneOf('access_denied'), iss: oneOf('x') },
  'GET /api/characters': { q: words, category: chip, sort: oneOf('popular', 'new', 'name'), ...list },
  'GET /api/characters/suggestions': { q: words },
  'GET /api/characters/{}': { edit: oneOf('true', 'false') },
  'GET /api/characters/{}/card': { format: oneOf('png', 'charx', 'json'), spec: oneOf('v2', 'v3') },
  'GET /api/characters/{}/comments': list,
  'GET /api/characters/{}/statistics': { days },
  'GET /api/characters/{}/statistics/csv': { days },
  'GET /api/user/statistics': { days },
  'GET /api/user/statistics/csv': { days },
  'GET /api/admin/costs': { days },
  'GET /api/admin/costs/csv': { days },
  'GET /api/creators/{}/characters': list,
  'GET /api/pictures': list,
  'GET /api/admin/card-imports': list,
  'GET /api/following/characters': list,
  'GET /api/people': { q: words },
  'GET /api/collections': { character: oneOf('⟦own:public⟧', '⟦own:character⟧') },
  'GET /api/lorebooks': list,
  'GET /api/outgoing-webhooks/{}/deliveries': list,
  'GET /api/lorebooks/{}/entries': list,
  'GET /api/lorebooks/{}/export': { format: oneOf('v3', 'sillytavern') },
  'GET /api/chats': { q: words, characterId: oneOf('⟦own:character⟧', '⟦own:public⟧'), ...list },
  'GET /api/chats/last': { zone: oneOf('Europe/Berlin', 'UTC', 'Mars/Olympus') },
  'GET /api/chats/search': {
    q: words,
    characterId: oneOf('⟦own:character⟧', '⟦own:public⟧'),
    sessionId: oneOf('⟦own:chat⟧', '⟦theirs:chat⟧'),
    from: oneOf('2026-01-31', '2026-02-31'),
    to: oneOf('2026-01-31', '9999-12-31'),
    zone: oneOf('Europe/Berlin', 'UTC', 'Mars/Olympus'),
    ...list,
  },
  'POST /api/transcriptions': { language: oneOf('en', 'pt-BR', 'xx-nonsense') },
  'GET /api/chats/{}': {
    session: oneOf('⟦own:chat⟧', '⟦theirs:chat⟧'),
    new: oneOf('true'),
    before: place,
    after: place,
    around: place,
  },
  'GET /api/group-chats/{}': { before: place, after: place, around: place, end: oneOf('true') },
  'GET /api/chats/{}/stream': { session: oneOf('⟦own:chat⟧') },
  'GET /api/chats/{}/context': { model: tier },
  'GET /api/cards/export': { format: oneOf('png', 'charx', 'json'), spec: oneOf('v2', 'v3') },
  'GET /api/chats/{}/book': { zone: oneOf('Europe/Berlin', 'UTC', 'Mars/Olympus') },
  'GET /api/messages/{}/details': { answerId: place },
  'GET /api/messages/{}/prompt': { answerId: place, replyId: place },
  'GET /api/chats/{}/export': { format: oneOf('markdown', 'jsonl', 'sillytavern') },
  'POST /api/cards': { dryRun: oneOf('true', 'false'), doubles: oneOf('skip', 'version', 'copy') },
  'GET /api/rubies/transactions': list,
  'GET /pictures/uploads/{}': { w: oneOf('96', '1536') },
  'GET /pictures/builtin/{}': { w: oneOf('96', '1536') },
  'GET /api/admin/users': { q: words, ...list },
  'GET /api/admin/acts': { q: words, ...list },
  'GET /api/admin/characters': { q: words, ...list },
  'GET /api/admin/debts': list,
  'GET /api/admin/mails': list,
  'GET /api/admin/code-batches': list,
  'GET /api/admin/invitations': list,
  'GET /api/admin/waiting-list': list,
  'GET /api/admin/reviews': list,
  'GET /api/admin/cases': {
    state: oneOf('open', 'appealed', 'closed'),
    kind: oneOf('character', 'comment', 'picture', 'profile', 'answer', 'notice'),
    reason: oneOf('minors', 'intimate', 'spam', 'other'),
    ...list,
  },
  'GET /api/statements': list,
  'GET /api/notifications': list,
  'GET /api/events': { hidden: oneOf('true', 'false') },
}

const address = oneOf('https://pictures.example.test/a.png', '/pictures/uploads/x.webp', 'http://x.test/')
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
  nickname: words,
  alternateGreetings: fc.array(words, { maxLength: 6 }),
  groupGreetings: fc.array(words, { maxLength: 6 }),
  exampleDialogue: words,
  systemPrompt: words,
  postHistoryInstructions: words,
  depthNote: fc.record({
    text: words,
    depth: fc.integer({ min: 0, max: 9 }),
    role: oneOf('system', 'user', 'assistant'),
  }),
  creatorNotes: fc.record({ text: words, translations: fc.dictionary(oneOf('de', 'fr', 'pt-BR'), words) }),
  creatorName: words,
  version: words,
  source: fc.array(words, { maxLength: 6 }),
  lorebookIds: fc.array(fc.uuid(), { maxLength: 3 }),
  assets: fc.array(fc.record({ type: oneOf('icon', 'emotion', 'x_own'), name: words, address }), { maxLength: 3 }),
  allowForks: flag,
  definitionPublic: flag,
}

const loreEntry: Call['fields'] = {
  name: words,
  keys: fc.array(fc.oneof(words, oneOf('/n.t/i', '/(a+)+$/', '{{char}}')), { maxLength: 4 }),
  secondaryKeys: fc.array(words, { maxLength: 2 }),
  selective: flag,
  logic: oneOf('and_any', 'not_all', 'not_any', 'and_all'),
  content: oneOf('mends nets', '@@depth 3\nnet', ''),
  constant: flag,
  order: fc.integer(),
  position: oneOf('before_char', 'at_depth', 'outlet'),
  probability: fc.double({ noNaN: true, noDefaultInfinity: true }),
  sticky: fc.integer(),
  groups: fc.array(words, { maxLength: 2 }),
  after: oneOf('⟦own:loreEntry⟧', '⟦theirs:loreEntry⟧'),
}

const persona: Call['fields'] = {
  isDefault: flag,
  description: words,
  avatar: address,
  personality: words,
  background: words,
  lorebookIds: fc.array(oneOf('⟦own:lorebook⟧', '⟦theirs:lorebook⟧'), { maxLength: 2 }),
}

const zone = oneOf('Europe/Berlin', 'UTC', 'Mars/Olympus')
const moment = oneOf('2026-11-20T10:00:00.000Z', '2026-11-22T10:00:00.000+02:00', '-000001-01-01T00:00:00Z', '2026')
const announcementTimes: Call['fields'] = { startsAt: moment, endsAt: moment }

const drawing: Call['fields'] = {
  aspect: oneOf('1:1', '4:5', '16:9', 'square', 'portrait'),
  model: oneOf('flux-schnell', 'sdxl-lightning', 'stable-diffusion-3'),
  options: fc.dictionary(oneOf('negativePrompt', 'seed', 'steps', 'guidance'), fc.oneof(words, fc.integer())),
}

const maybe = fc.constantFrom(null, 0, 1, 0.5, 2, 77)

const bodies: Record<string, Call['fields']> = {
  'POST /v1/chat/completions': {
    stream: fc.constantFrom(true, false, null),
    stream_options: fc.constantFrom(null, { include_usage: true }),
    n: fc.constantFrom(1, 2, null),
    stop: fc.constantFrom(null, 'x', ['x', 'y']),
    max_tokens: maybe,
    max_completion_tokens: maybe,
    temperature: maybe,
    top_p: maybe,
    min_p: maybe,
    top_k: maybe,
    repetition_penalty: maybe,
    presence_penalty: maybe,
    frequency_penalty: maybe,
    seed: maybe,
    metadata: oneOf('⟦own:chat⟧', '⟦theirs:chat⟧').map((session) => ({ session })),
  },
  'POST /api/login': { next: oneOf('/settings'), code: oneOf('123456') },
  'POST /api/register': {
    firstName: words,
    lastName: words,
    next: oneOf('/settings'),
    invitation: key,
    challenge: key,
    termsVersion: fc.integer(),
    rulesVersion: fc.integer(),
  },
  'POST /api/waiting-list': { challenge: key },
  'POST /api/password/forgot': { challenge: key },
  'POST /api/invitations': { note: words, role: oneOf('creator', 'support', 'admin'), rubies: fc.integer() },
  'POST /api/user/agreements': { termsVersion: fc.integer(), rulesVersion: fc.integer() },
  'POST /api/reports': {
    words,
    messageIds: fc.array(place, { maxLength: 3 }),
  },
  'POST /api/notices': { challenge: key },
  'POST /api/admin/connections': { key },
  'PUT /api/admin/connections/{}': { key },
  'POST /api/admin/announcements': announcementTimes,
  'PUT /api/admin/announcements/{}': announcementTimes,
  'POST /api/admin/reviews/{}/decision': { reason: words },
  'POST /api/admin/cases/{}/decisions': {
    reason: oneOf('hate', 'spam'),
    days: fc.integer({ min: -1, max: 400 }),
    alike: fc.array(oneOf('a'.repeat(64), 'b'.repeat(64)), { maxLength: 13 }),
  },
  'PUT /api/user/settings': {
    email: oneOf('⟦own:word⟧@example.test'),
    firstName: words,
    lastName: words,
    profileImageUrl: address,
    limitlessEnabled: flag,
    isOfAge: flag,
    personaDescription: words,
    personaAvatar: address,
    personaPersonality: words,
    personaBackground: words,
  },
  'POST /api/personas': persona,
  'PUT /api/personas/{}': persona,
  'POST /api/collections': { about: words, isPublic: flag },
  'PUT /api/collections/{}': { name: words, about: words, isPublic: flag },
  'PUT /api/outgoing-webhooks/{}': {
    url: fc.constantFrom('https://events.example/', 'http://127.0.0.1/', 'x'),
    events: fc.constantFrom(['chat.created'], ['user.created'], []),
    isOn: flag,
  },
  'POST /api/characters': author,
  'PUT /api/characters/{}': author,
  'POST /api/lorebooks': { description: words, scanDepth: fc.integer(), tokenBudget: fc.integer(), recursive: flag },
  'PUT /api/lorebooks/{}': { description: words, scanDepth: fc.integer(), tokenBudget: fc.integer(), recursive: flag },
  'POST /api/lorebooks/{}/entries': loreEntry,
  'PUT /api/lorebooks/{}/entries/{}': loreEntry,
  'POST /api/chats/{}/stream': {
    sessionId: oneOf('⟦own:chat⟧'),
    clientMessageId: key,
    model: tier,
    zone,
    pictures: fc.array(oneOf('⟦own:chatPicture⟧', '⟦theirs:chatPicture⟧'), { maxLength: 5 }),
  },
  'PUT /api/chats/{}/place': { isKept: flag, isArchived: flag, folderId: oneOf('⟦own:folder⟧', '⟦theirs:folder⟧') },
  'PUT /api/chat-pictures/{}': { alt: words, isBackground: flag },
  'POST /api/messages/{}/moment': { zone },
  'POST /api/messages/{}/pictures': drawing,
  'POST /api/messages/{}/expression': { answerId: place },
  'PUT /api/messages/{}/expression': { answerId: place },
  'POST /api/chats/{}/reroll': { clientMessageId: key, model: tier, zone, nudge: words },
  'POST /api/chats/{}/continue': { clientMessageId: key, model: tier, zone, nudge: words },
  'POST /api/chats/{}/impersonate': { sessionId: oneOf('⟦own:chat⟧'), clientMessageId: key, model: tier, zone },
  'POST /api/chats/{}/suggest': { sessionId: oneOf('⟦own:chat⟧'), clientMessageId: key, model: tier, zone },
  'PUT /api/chats/{}/summary': { isFrozen: flag, versionId: oneOf('⟦own:message⟧') },
  'POST /api/chats/{}/summary': { zone },
  'POST /api/demo/stream': { zone, transcript: key },
  'POST /api/characters/{}/comments': { parentId: place },
  'POST /api/group-chats': { title: words },
  'POST /api/group-chats/{}/stream': { clientMessageId: key, model: tier },
  'POST /api/group-chats/{}/talk': { clientMessageId: key, model: tier },
  'POST /api/group-chats/{}/reroll': { clientMessageId: key, model: tier, zone, nudge: words },
  'POST /api/group-chats/{}/impersonate': { clientMessageId: key, model: tier, zone },
  'POST /api/group-chats/{}/suggest': { clientMessageId: key, model: tier, zone },
  'POST /api/group-chats/{}/continue': { clientMessageId: key, model: tier, zone, nudge: words },
  'POST /api/generate-image': { ...drawing, id: key },
  'POST /api/speech': { text: words, voice: oneOf('nova', '') },
  'POST /api/admin/users/{}/rubies': { reason: words },
  'POST /api/admin/import-characters': author,
  'POST /api/admin/import-new-characters': { set: oneOf('eight') },
}

const costly = new Set([
  'POST /api/uploads/images',
  'POST /api/chats/import',
  'POST /api/cards',
  'POST /api/lorebooks/import',
  'GET /api/cards/export',
  'POST /api/admin/card-imports',
  'POST /api/generate-image',
  'POST /api/admin/generate-character-image',
])

/** Returns the name of a line's call, such as `GET /api/chats/{}` for every chat. */
const nameOf = ({ method, path }: Line) =>
  `${method} ${path.split('?')[0]!.replaceAll(/\{\w+\}|(?<=login\/|sign-ins\/|payments\/)(nobody|sandbox)/g, '{}')}`

/** Every call. A test keeps the role table complete, so new calls are fuzzed automatically. */
export const calls: Call[] = [...Map.groupBy(lines, nameOf)].map(([name, group]) => ({
  name,
  method: group[0]!.method,
  lines: group,
  query: queries[name] ?? {},
  fields: bodies[name] ?? {},
  endsSession: group.some(({ endsSession }) => endsSession),
  isCostly: costly.has(name),
  isExport: name === 'GET /api/cards/export' || name === 'GET /api/user/export',
}))

/** Settings for unknown calls would never be used. */
const unknown = [...Object.keys(queries), ...Object.keys(bodies), ...costly].filter(
  (name) => !calls.some((call) => call.name === name)
)
if (unknown.length > 0)
  throw new Error(`calls.ts has settings for calls that are not in the role table: ${unknown.join(', ')}`)

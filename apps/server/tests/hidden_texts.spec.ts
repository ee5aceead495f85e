import { test } from '@japa/runner'
import fc from 'fast-check'
import { isLongRun } from '#tests/support/long_run'
import type { Answer } from '#tests/support/client'
import { bootApp } from '#tests/support/app'
import { Client } from '#tests/support/client'
import { speak } from '#tests/support/model_upstream'
import { sharedStage, type Stage } from '#tests/support/stage'

/*
 * Two users do the same with two characters that differ only in their hidden texts, which have the same estimated tokens. All responses must
 * be the same. Each call of the server is either made here or listed with a reason.
 */

/** The calls that aren't compared, by the reason. */
const apart = `
Has no text of a character, or is about the caller's account and rubies:
GET /api/login
POST /api/login
GET /api/login/second-step
POST /api/login/second-step
GET /api/login/:provider
GET /api/login/:provider/callback
POST /api/user/sign-ins/:provider
DELETE /api/user/sign-ins/:provider
POST /api/register
GET /api/register/pending
POST /api/register/pending
GET /api/challenge
POST /api/waiting-list
GET /api/invitations
POST /api/invitations
DELETE /api/invitations/:id
GET /api/password/forgot
POST /api/password/forgot
GET /api/password/reset
POST /api/password/reset
GET /api/email/verify
POST /api/email/verify
GET /api/unsubscribe/:token
POST /api/unsubscribe/:token
GET /api/notifications/digest
PUT /api/notifications/digest
GET /api/logout
GET /api/pages
GET /api/pages/:name
POST /api/user/age-check
POST /api/user/age-check/outcome
GET /age/:provider/*
POST /age/:provider/*
POST /api/user/agreements
GET /api/auth/user
GET /api/user/settings
GET /api/personas
POST /api/personas
PUT /api/personas/:id
DELETE /api/personas/:id
PUT /api/user/username
GET /api/user/username/check/:username
PUT /api/user/password
POST /api/user/verification-mail
POST /api/user/proof
POST /api/user/proof/:provider
POST /api/user/second-factor
POST /api/user/second-factor/confirm
POST /api/user/second-factor/recovery-codes
DELETE /api/user/second-factor
GET /api/user/sessions
DELETE /api/user/sessions
DELETE /api/user/sessions/:session
POST /api/user/sign-out-everywhere
DELETE /api/user
GET /api/daily-reward/check
POST /api/daily-reward/claim
POST /api/discord-reward
GET /api/help-lines
GET /api/rubies/shares
GET /api/rubies/packs
POST /api/rubies/stripe-checkout
GET /api/rubies/orders/:id
POST /api/rubies/codes
POST /api/webhooks/payments/:provider
GET /payments/:provider/*
POST /payments/:provider/*
GET /api/user/hidings
PUT /api/user/hidings/:kind/:id
DELETE /api/user/hidings/:kind/:id
GET /api/user/profile
PUT /api/user/profile
GET /api/creators/:username
GET /api/people
GET /api/collections
POST /api/collections
PUT /api/collections/:id
DELETE /api/collections/:id
GET /api/collections/:id/characters
PUT /api/collections/:id/characters/:characterId
DELETE /api/collections/:id/characters/:characterId
GET /api/creators/:id/collections
GET /api/creators/:id/collections/:collectionId/characters
GET /api/following/:id
PUT /api/following/:id
DELETE /api/following/:id
GET /api/user/blocked-tags
PUT /api/user/blocked-tags
GET /api/announcements
GET /api/models
GET /api/image-models
GET /api/pictures
DELETE /api/pictures/:id
POST /api/uploads/images
POST /api/generate-image
POST /api/messages/:id/pictures
POST /api/uploads/chats/:id
GET /api/chats/:id/pictures
GET /pictures/chats/:id
POST /api/chats/:id/background
PUT /api/chat-pictures/:id
POST /api/chat-pictures/:id/copy
POST /api/chat-pictures/:id/description
DELETE /api/chat-pictures/:id
GET /api/openapi.json
GET /docs/api
GET /health/live
GET /health/ready
GET /metrics
GET /robots.txt
PUT /api/chats/:id/model-change
PUT /api/chats/:id/place
GET /api/chat-folders
POST /api/chat-folders
PUT /api/chat-folders/:id
DELETE /api/chat-folders/:id
POST /api/reports
POST /api/notices
POST /api/notices/confirm

Has ids and names only, or pictures:
GET /api/events
GET /api/characters/tags
GET /api/characters/chips
GET /sitemap.xml
GET /sitemaps/:file
GET /pictures/builtin/:file
GET /pictures/drawn/:file
GET /pictures/mark/:file
GET /pictures/uploads/:file
GET /api/notifications
GET /api/voices
GET /api/characters/:id/voice
PUT /api/characters/:id/voice
PUT /api/characters/:id/voice/owners
GET /api/tokens
POST /api/tokens
DELETE /api/tokens/:id
GET /api/outgoing-webhooks
POST /api/outgoing-webhooks
PUT /api/outgoing-webhooks/:id
DELETE /api/outgoing-webhooks/:id
POST /api/outgoing-webhooks/:id/secret
GET /api/outgoing-webhooks/:id/deliveries
POST /api/outgoing-webhooks/:id/ping
POST /api/outgoing-webhooks/:id/deliveries/:deliveryId/replay
GET /api/push
PUT /api/push/subscription
DELETE /api/push/subscription

Has summaries of characters, like GET /api/characters:
GET /api/characters/shelves
GET /api/characters/suggestions
GET /api/characters/surprise
GET /api/characters/landing
GET /api/characters/starters
GET /api/creators/:id/characters
GET /api/following/characters

Has only the caller's own characters, lorebooks or files, or is about them:
GET /api/notifications/settings
PUT /api/notifications/settings
PUT /api/notifications/:id/read
PUT /api/notifications/chats/:id/read
POST /api/notifications/read
GET /api/statements
POST /api/statements/:id/appeal
GET /api/statement-links/:token
POST /api/statement-links/:token/appeal
GET /api/lorebooks
GET /api/lorebooks/:id
PUT /api/lorebooks/:id
DELETE /api/lorebooks/:id
GET /api/lorebooks/:id/entries
PUT /api/lorebooks/:id/entries/:entryId
DELETE /api/lorebooks/:id/entries/:entryId
POST /api/lorebooks/import
GET /api/lorebooks/:id/export
POST /api/characters
DELETE /api/characters/:id
POST /api/characters/:id/versions/:number/restore
GET /api/characters/:id/statistics
GET /api/characters/:id/statistics/csv
GET /api/user/statistics
GET /api/user/statistics/csv
POST /api/cards
GET /api/cards/export
POST /api/chats/import

Has built-in characters only:
GET /api/demo
POST /api/demo/stream
POST /api/demo/adopt

Has only what the caller wrote, or received in a chat:
GET /api/chats/search
GET /api/reports/quotes/:messageId
PUT /api/characters/:id/comments/:commentId
DELETE /api/characters/:id/comments/:commentId
POST /api/characters/:id/comments/:commentId/restore
POST /api/speech
POST /api/transcriptions

Is for admins, who read all texts:
GET /api/admin/announcements
POST /api/admin/announcements
PUT /api/admin/announcements/:id
DELETE /api/admin/announcements/:id
GET /api/admin/notice
PUT /api/admin/notice
DELETE /api/admin/notice
GET /api/admin/users
PUT /api/admin/users/:userId/disabled
PUT /api/admin/users/:userId/role
POST /api/admin/users/:userId/rubies
GET /api/admin/debts
GET /api/admin/ledger-check
GET /api/admin/code-batches
POST /api/admin/code-batches
POST /api/admin/code-batches/:id/revoke
GET /api/admin/models
GET /api/admin/costs
GET /api/admin/costs/csv
PUT /api/admin/costs/prices
GET /api/admin/control-room
GET /api/admin/control-room/file
PUT /api/admin/control-room/file
POST /api/admin/connections
PUT /api/admin/connections/:id
DELETE /api/admin/connections/:id
POST /api/admin/connections/:id/test
GET /api/admin/connections/:id/models
PUT /api/admin/tiers/:tier
DELETE /api/admin/tiers/:tier
PUT /api/admin/models/:tier/reason
PUT /api/admin/pages/:name
GET /api/admin/mails
GET /api/admin/mails/:id
GET /api/admin/reviews
GET /api/admin/reviews/:id
POST /api/admin/reviews/:id/decision
GET /api/admin/acts
GET /api/admin/dashboard
GET /api/admin/sign-up
PUT /api/admin/sign-up
GET /api/admin/invitations
GET /api/admin/waiting-list
GET /api/admin/characters
DELETE /api/admin/characters/:id
PUT /api/admin/characters/:id/image
PUT /api/admin/characters/:id/first-message
PUT /api/admin/characters/:id/landing
POST /api/admin/generate-character-image
POST /api/admin/import-characters
POST /api/admin/import-new-characters
POST /api/admin/card-imports
GET /api/admin/card-imports
GET /api/admin/card-imports/:id
POST /api/admin/card-imports/:id/cancel
GET /api/admin/card-imports/:id/report
GET /api/admin/cases
GET /api/admin/cases/:id
GET /api/admin/content-sweep
POST /api/admin/cases/:id/decisions
POST /api/admin/decisions/:id/undo
POST /api/admin/decisions/:id/appeal

Is the web app's page, which has the responses of these calls:
GET /*
`
  .split('\n')
  .filter((line) => /^[A-Z]+ \//.test(line))

/** Pairs of texts with the same estimated tokens. */
const pairs: [string, string][] = [
  ['Secretly a kraken. Fears the tide, {{user}}.', 'Secretly a turtle. Fears the moon, {{mama}}.'],
  ['The kraken is {{persona}}. ', 'The turtle is {{penguin}}. '].map((text) => text.repeat(30)) as [string, string],
  ['Born below the tide. '.repeat(40), 'Born above the hill. '.repeat(40)],
]
const [short, filled, long] = pairs as [(typeof pairs)[0], (typeof pairs)[0], (typeof pairs)[0]]

/** The settings of a user, without dice and times, which depend on ids. */
const settings = fc.record({
  text: fc
    .array(
      fc.constantFrom(
        '{{description}}',
        '{{personality}}',
        '{{scenario}}',
        '{{mesExamples}}',
        '{{persona}}',
        '{{lastMessage}}',
        'A kraken. ',
        'Mo',
        '{{user}}'
      ),
      { minLength: 1, maxLength: 6 }
    )
    .map((parts) => `I: ${parts.join(' ')}`),
  keys: fc.array(fc.constantFrom('kraken', '/kr.k/', '/./s', '{{personality}}', '/{{scenario}}/', 'tide'), {
    minLength: 1,
    maxLength: 4,
  }),
  alsoReads: fc.subarray(['characterDescription', 'characterPersonality', 'scenario', 'characterDepthNote']),
  constant: fc.boolean(),
  groups: fc.subarray(['weather']),
})
type Settings = typeof settings extends fc.Arbitrary<infer Value> ? Value : never

/** Creates the two characters, which belong to the same user. */
const makeCharacters = async (creator: Client) => {
  const made = []
  for (const side of [0, 1] as const) {
    const { body: book } = await creator.post('/api/lorebooks', { name: 'Sea' })
    for (const entry of [
      { keys: ['whale'], content: short[side], order: 150, groups: ['weather'] },
      { constant: true, content: filled[side], position: 'at_depth', depth: 1, role: 'assistant' },
      { keys: [side === 0 ? 'tide' : 'hill'], content: long[side] },
    ]) {
      const { status, text } = await creator.post(`/api/lorebooks/${book.id}/entries`, { name: 'entry', ...entry })
      if (status !== 201) throw new Error(text)
    }
    const { status, body, text } = await creator.post('/api/characters', {
      name: 'Mo',
      description: 'Mends nets, {{personality}}.',
      firstMessage: 'Ahoy, {{user}}. {{scenario}}',
      avatar: 'https://pictures.example.test/mo.png',
      definitionPublic: false,
      allowForks: false,
      isPublic: true,
      backstory: long[side],
      personality: short[side],
      scenario: filled[side],
      exampleDialogue: `<START>\n${short[side]}`,
      systemPrompt: filled[side],
      postHistoryInstructions: short[side],
      depthNote: { text: short[side], depth: side, role: 'system' },
      lorebookIds: [book.id],
    })
    if (status !== 201) throw new Error(text)
    made.push({ id: body.id as string, side })
  }
  return made
}

const ignoredKeys = new Set([
  'firstTextMs',
  'created',
  'rewindId',
  'popularity',
  'messageCount',
  'email',
  'username',
  'exportedAt',
])

/** Replaces ids by their order, and times, so that the responses to two users can be compared. */
const normalized = ({ status, body, text }: Pick<Answer, 'status' | 'body' | 'text'>): string => {
  const written = body === null ? text : JSON.stringify(body, (key, value) => (ignoredKeys.has(key) ? null : value))
  const ids: string[] = []
  const withoutIds = written.replaceAll(/[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}/g, (id) => {
    if (!ids.includes(id)) ids.push(id)
    return `#${ids.indexOf(id)}`
  })
  const withoutTimes = withoutIds
    .replaceAll(/\d{4}-\d\d-\d\dT[\d:.]+(?:Z|\+00:00)/g, 'time')
    // Exports and books are for people.
    .replaceAll(/\b\d{1,2}:\d\d\b/g, 'time')
    .replaceAll(/visitor-[\w-]+(?:@example\.test)?/g, 'visitor')
  return `${status} ${withoutTimes}`
}

/** Returns the ends of two texts from their first difference, because responses are long. Null: they are the same. */
const firstDifference = (one: string, other: string): string | null => {
  if (one === other) return null
  let at = 0
  while (one[at] === other[at]) at++
  return `${one.slice(at, at + 300)} / ${other.slice(at, at + 300)}`
}

/** Does everything that a user can do with a character. Returns the responses with their calls. */
const tour = async (stage: Stage, creator: Client, characterId: string, chosen: Settings) => {
  const { text, keys, alsoReads, constant, groups } = chosen
  const client = await stage.visitor(10_000)
  const seen: { method: string; path: string; response: string }[] = []
  let headers: Record<string, string> = {}
  const call = async (method: string, path: string, body?: unknown, pick = (body: any) => body) => {
    const answer = await client.call(path, { method, body, headers })
    seen.push({ method, path, response: normalized({ ...answer, body: pick(answer.body) }) })
    return answer.body
  }
  /** The pieces of a stream depend on time. */
  const stream = async (method: string, path: string, body?: unknown) => {
    const opened = await client.stream(path, { method, body })
    const events = await opened.ended
    const told = events.filter(({ type }) => type !== 'aiChunk')
    const isStream = opened.status === 200
    seen.push({
      method,
      path,
      response: normalized({
        status: opened.status,
        body: isStream ? told : null,
        text: isStream ? '' : opened.text(),
      }),
    })
    return events.at(-1) as any
  }

  await call('PUT', '/api/user/settings', { personaName: 'Robin', personaDescription: text })
  const book = await call('POST', '/api/lorebooks', { name: 'Mine', alwaysOn: true })
  await call('POST', `/api/lorebooks/${book.id}/entries`, {
    name: 'a',
    keys,
    alsoReads,
    constant,
    groups,
    content: text,
  })
  await call('POST', `/api/lorebooks/${book.id}/entries`, { name: 'b', keys: ['sleeps'], content: `Found. ${text}` })

  const onlyThis = (body: { id: string }[]) => body.filter(({ id }) => id === characterId)
  await call('GET', '/api/characters?q=Mo', undefined, onlyThis)
  await call('GET', '/api/characters?q=kraken', undefined, onlyThis)
  await call('GET', `/api/characters/${characterId}`)
  // Its twin is similar.
  await call('GET', `/api/characters/${characterId}/similar`, undefined, () => ({}))
  await call('GET', `/api/characters/${characterId}/share`)
  await call('GET', `/api/characters/${characterId}/card`)
  await call('GET', `/api/characters/${characterId}/original`)
  await call('GET', `/api/characters/${characterId}/versions`)
  await call('GET', `/api/characters/${characterId}/versions/1`)
  await call('POST', `/api/characters/${characterId}/fork`)
  await call('PUT', `/api/characters/${characterId}`, { personality: 'kraken' })
  await call('POST', `/api/characters/${characterId}/like`)
  await call('GET', `/api/characters/${characterId}/comments`, undefined, () => ({}))
  await call('POST', `/api/characters/${characterId}/comments`, { content: '{{personality}}' })

  const { session } = await call('GET', `/api/chats/${characterId}`)
  const sessionId: string = session.id
  const chat = `/api/chats/${sessionId}`
  const model = 'basic'
  await call('PUT', `${chat}/title`, { title: '{{personality}}' })
  await call('PUT', `${chat}/pins`, { pins: [text, `Deep ${text}`] })
  await call('PUT', `${chat}/settings`, { note: { text, depth: 1, role: 'system', every: 1 }, length: 'short' })
  await call('GET', `${chat}/settings`)
  await call('GET', `${chat}/scripts`)
  await call('PUT', `${chat}/summary`, { text, isOn: true })
  await call('GET', `${chat}/summary`)
  await call('POST', `${chat}/summary`, { model })
  const { rows: facts } = await stage.db.query(
    'INSERT INTO chat_facts (user_id, chat_session_id, text) SELECT user_id, id, $2 FROM chat_sessions WHERE id = $1 RETURNING id',
    [sessionId, text]
  )
  await call('POST', `${chat}/facts/${facts[0].id}`, { action: 'accept' })
  const lookAt = async (path: string) => {
    for (const tier of ['basic', 'standard']) await call('GET', `${path}/context?model=${tier}&full=1`)
    await call('GET', `${path}/export`)
    await call('GET', `${path}/export?format=jsonl`)
    await call('GET', `${path}/export?format=sillytavern`)
    await call('GET', `${path}/book`)
  }
  await lookAt(chat)
  const say = (content: string) =>
    stream('POST', `/api/chats/${characterId}/stream`, { content, model, sessionId, nudge: text })
  const { message: answer } = await say(`A whale sleeps. ${text}`)
  await call('GET', `/api/messages/${answer.id}/prompt`)
  await stream('POST', `/api/chats/${characterId}/reroll`, { messageId: answer.id, model, nudge: text })
  await call('GET', `/api/messages/${answer.id}/prompt`)
  await call('PUT', `/api/messages/${answer.id}/alternate`, { index: 0 })
  await call('GET', `${chat}/expressions`)
  await call('POST', `/api/messages/${answer.id}/expression`, {})
  await call('PUT', `/api/messages/${answer.id}/expression`, { label: 'kraken' })
  await call('PUT', `/api/messages/${answer.id}`, { content: text })
  await stream('POST', `/api/chats/${characterId}/continue`, { messageId: answer.id, model })
  await stream('POST', `/api/chats/${characterId}/impersonate`, { sessionId, model })
  await stream('POST', `/api/chats/${characterId}/suggest`, { sessionId, model })
  await call('GET', `/api/chats/${characterId}/stream?session=${sessionId}`)
  await call('POST', `/api/chats/${characterId}/stop`, { sessionId })
  await call('POST', '/api/lorebooks/test', { lorebookIds: [book.id], sessionId })
  await lookAt(chat)
  await call('POST', `${chat}/branches`, { messageId: answer.id })
  const { message: last } = await say('More? '.repeat(300))
  await call('GET', `/api/messages/${last.id}/prompt`)
  await call('GET', `/api/messages/${last.id}/details`)
  await call('POST', `/api/messages/${last.id}/moment`, {})
  await call('PUT', `/api/messages/${answer.id}/hidden`, { isHidden: true })
  await call('GET', `${chat}/context?model=basic&full=1`)
  await call('PUT', `/api/messages/${answer.id}/hidden`, { isHidden: false })
  await call('DELETE', `/api/messages/${last.id}`)
  await call('POST', `/api/messages/${last.id}/restore`)
  const { rewindId } = await call('POST', `${chat}/rewind`, { messageId: answer.id })
  await call('POST', `${chat}/rewind/undo`, { messageId: answer.id, rewindId })
  const { status } = await creator.put(`/api/characters/${characterId}`, { backstory: 'Another kraken.' })
  if (status !== 200) throw new Error(`The creator's edit: ${status}`)
  await call('GET', `${chat}/version`)
  await call('POST', `${chat}/version`)
  await lookAt(chat)
  // The chat's own texts are readable, and what they insert isn't hidden.
  const own = { scenario: `Own: ${text}`, systemPrompt: `Own: ${text} {{original}}` }
  await call('PUT', `${chat}/settings`, own)
  await lookAt(chat)
  const { message: told } = await say('And now?')
  await call('GET', `/api/messages/${told.id}/prompt`)
  await call('PUT', `${chat}/settings`, { scenario: null, systemPrompt: null })
  await call('GET', `/api/messages/${told.id}/prompt`)

  const { session: group } = await call('POST', '/api/group-chats', {
    characterIds: [characterId, stage.characterIds[0]],
  })
  const groupPath = `/api/group-chats/${group.id}`
  await call('PUT', groupPath, { mode: 'in_turn' })
  const { message: first } = await stream('POST', `${groupPath}/stream`, {
    content: text,
    speakerId: characterId,
    model,
  })
  await call('GET', `/api/messages/${first.id}/prompt`)
  await call('GET', `/api/chats/${group.id}/context?model=basic&full=1&speakerId=${stage.characterIds[0]}`)
  await call('GET', `/api/chats/${group.id}/context?model=basic&full=1&speakerId=${characterId}`)
  await stream('POST', `${groupPath}/reroll`, { messageId: first.id, model })
  await stream('POST', `${groupPath}/continue`, { messageId: first.id, model })
  await stream('POST', `${groupPath}/impersonate`, { model })
  await stream('POST', `${groupPath}/suggest`, { model })
  await stream('POST', `${groupPath}/talk`, { turns: 1, model })
  await call('DELETE', `${groupPath}/talk`)
  await call('POST', `${groupPath}/stop`)
  await call('GET', `${groupPath}/stream`)
  await call('GET', groupPath)
  await lookAt(`/api/chats/${group.id}`)
  // The messages and prompts of a removed character stay in the chat.
  await call('PUT', groupPath, { characterIds: stage.characterIds.slice(0, 2) })
  await call('GET', groupPath)
  await call('GET', `/api/messages/${first.id}/prompt`)

  const { body: token } = await client.post('/api/tokens', { name: 'Script', scopes: ['models', 'read'], days: 30 })
  headers = { authorization: `Bearer ${token.value}` }
  await call('GET', '/v1/models')
  await call('GET', `/v1/models/character:${characterId}`)
  for (const system of [text, '{{description}} {{scenario}} {{mesExamples}}'])
    await call('POST', '/v1/chat/completions', {
      model: `character:${characterId}@basic`,
      messages: [
        { role: 'system', content: system },
        { role: 'user', content: `A whale sleeps. ${text}` },
      ],
    })
  headers.accept = 'application/json, text/event-stream'
  await call('GET', '/mcp')
  // The other tools give less than GET /api/characters and GET /api/chats/search.
  const talk = { id: `${characterId}@basic`, text: `A whale sleeps. ${text}` }
  const params = { name: 'talk_to_character', arguments: talk }
  await call('POST', '/mcp', { jsonrpc: '2.0', id: 1, method: 'tools/call', params })
  headers = {}

  await call('GET', '/api/chats')
  await call('GET', '/api/chats/last')
  await call('GET', '/api/rubies/transactions')
  await call('GET', '/api/user/export')
  await call('DELETE', chat)
  return seen
}

test.group('Hidden texts of a character', () => {
  test('make no difference in any response to another user', async ({ assert }) => {
    const stage = await sharedStage()
    stage.upstream.answer = speak(['The harbour sleeps. {{personality}}'])
    await bootApp()
    const { default: router } = await import('@adonisjs/core/services/router')
    router.commit()
    const compared = new Set<string>()
    await fc.assert(
      fc.asyncProperty(settings, async (chosen) => {
        const creator = await stage.visitor()
        const characters = await makeCharacters(creator)
        const [one, other] = [
          await tour(stage, creator, characters[0]!.id, chosen),
          await tour(stage, creator, characters[1]!.id, chosen),
        ]
        for (const [index, { method, path, response }] of one.entries()) {
          const found = router.match(path.split('?')[0]!, method, false)
          compared.add(`${method} ${found!.route.pattern}`)
          assert.isNull(firstDifference(response, other[index]?.response ?? ''), `${method} ${path}`)
          for (const secret of ['Secretly', 'The kraken is', 'Born below', 'turtle'])
            assert.notInclude(response, secret, `${method} ${path}`)
        }
      }),
      { numRuns: isLongRun ? 4 : 1, endOnFailure: true }
    )

    const all = Object.values(router.toJSON())
      .flat()
      .flatMap(({ methods, pattern }) => methods.map((method) => `${method} ${pattern}`))
      .filter((call) => !call.startsWith('HEAD '))
    assert.sameMembers(
      all,
      [...compared, ...apart],
      'Make each call with both characters in the tour, or add it to the list of other calls with its reason'
    )
  }).timeout(180_000)
})

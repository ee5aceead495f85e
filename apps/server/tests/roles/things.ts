import { randomUUID } from 'node:crypto'
import { Client } from '#tests/support/client'
import { waitUntil } from '#tests/support/wait_until'
import type { Rows } from './people.ts'

/** The caller and the owner of the objects. */
export interface Cell {
  caller: Client
  owner: Client
  admin: Client
  rows: Rows
}

const character =
  (fields: Record<string, unknown> = {}) =>
  async ({ owner }: Cell): Promise<string> => {
    const { status, body, text } = await owner.post('/api/characters', {
      name: 'Mo',
      description: 'Mends nets.',
      backstory: 'Was born at sea.',
      personality: 'Calm.',
      avatar: 'https://pictures.example.test/mo.png',
      ...fields,
    })
    if (status !== 201) throw new Error(text)
    return body.id
  }

/** Creates a fact that the model proposed to pin in the chat. */
const factOf = async (cell: Cell, chatId: string): Promise<string> => {
  const [made] = await cell.rows(
    `INSERT INTO chat_facts (user_id, chat_session_id, text)
     SELECT user_id, id, 'It is winter.' FROM chat_sessions WHERE id = $1 RETURNING id`,
    [chatId]
  )
  return made!.id
}

/** Creates a chat with a message, an incomplete answer and a deleted message. */
const chatOf = async ({ owner, rows }: Cell) => {
  const [made] = await rows(
    `WITH chat AS (
       INSERT INTO chat_sessions (id, user_id, character_id, next_position, messages_written)
       SELECT uuidv7(), $1, id, 3, 1 FROM characters ORDER BY id LIMIT 1 RETURNING id, character_id
     ), said AS (
       INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content, deleted_at)
       SELECT $1, uuidv7(), chat.id, position, $1, 'Good evening.', deleted_at
       FROM chat, (VALUES (0, NULL), (1, now())) AS place (position, deleted_at) RETURNING id, position
     ), answered AS (
       INSERT INTO chat_messages (user_id, id, chat_session_id, position, content, state, tier)
       SELECT $1, uuidv7(), id, 2, 'And to you, ', 'broken_off', 'basic' FROM chat RETURNING id
     )
     SELECT chat.id AS chat, character_id AS character, answered.id AS answer,
       (SELECT id FROM said WHERE position = 0) AS message, (SELECT id FROM said WHERE position = 1) AS deleted
     FROM chat, answered`,
    [owner.user.id]
  )
  return made as Record<'chat' | 'character' | 'message' | 'answer' | 'deleted', string>
}

/** Creates a group chat with a message and an incomplete answer. Also returns the answer's speaker, a member of the group. */
const groupOf = async ({ owner, rows }: Cell) => {
  const characters = await rows('SELECT id FROM characters ORDER BY id LIMIT 2')
  const { status, body, text } = await owner.post('/api/group-chats', { characterIds: characters.map(({ id }) => id) })
  if (status !== 201) throw new Error(text)
  const group: string = body.session.id
  const [made] = await rows(
    `WITH session AS (
       UPDATE chat_sessions SET next_position = 3 WHERE id = $1
     ), said AS (
       INSERT INTO chat_messages (user_id, id, chat_session_id, position, author_id, content)
       VALUES ($2, uuidv7(), $1, 2, $2, 'Good evening.')
     )
     INSERT INTO chat_messages (user_id, id, chat_session_id, position, content, state, tier, character_id, speaker)
     VALUES ($2, uuidv7(), $1, 3, 'And to you, ', 'broken_off', 'basic', $3, 'Mo') RETURNING id`,
    [group, owner.user.id, characters[0].id]
  )
  return { group, groupAnswer: made.id as string, groupMember: characters[0].id as string }
}

const folderOf = async ({ owner }: Cell) => {
  const { status, body } = await owner.post('/api/chat-folders', { name: `Folder ${randomUUID().slice(0, 8)}` })
  if (status === 201) return body.id as string
  // Random requests may have created as many folders as an account can have.
  const { body: known } = await owner.get('/api/chat-folders')
  if (!Array.isArray(known) || known.length === 0) throw new Error(`A folder: ${status}`)
  return known.at(-1).id as string
}

/** Creates a lorebook with an entry. */
const lorebookOf = async ({ owner }: Cell) => {
  const book = await owner.post('/api/lorebooks', { name: 'Sea' })
  const entry = await owner.post(`/api/lorebooks/${book.body?.id}/entries`, { keys: ['net'], content: 'Hemp.' })
  if (entry.status !== 201) throw new Error(book.text + entry.text)
  return { lorebook: book.body.id as string, loreEntry: entry.body.id as string }
}

/** Uploads a picture to the chat. */
const chatPictureOf = async ({ owner }: Cell, chatId: string): Promise<string> => {
  const answer = await fetch(`${owner.url}/api/uploads/chats/${chatId}`, {
    method: 'POST',
    body: picture(),
    headers: { cookie: owner.cookie },
  })
  if (answer.status !== 201) throw new Error(await answer.text())
  return ((await answer.json()) as { id: string }).id
}

const personaOf = async ({ owner }: Cell) => {
  const { status, body, text } = await owner.post('/api/personas', { name: 'Reed' })
  if (status === 201) return body.id as string
  // Random requests may have created as many personas as an account can have.
  const { body: known } = await owner.get('/api/personas')
  if (!Array.isArray(known) || known.length === 0) throw new Error(text)
  return known.at(-1).id as string
}

/** Inserts a token, of which a user may have only a few. */
const tokenOf = async ({ owner, rows }: Cell): Promise<string> => {
  const [token] = await rows(
    `INSERT INTO access_tokens (user_id, id, name, hash, scopes) SELECT $1, uuidv7(), 'Script', repeat('0', 64), '{read}' RETURNING id`,
    [owner.user.id]
  )
  return token.id
}

/** Inserts a collection without characters. */
const collectionOf = async ({ owner, rows }: Cell): Promise<string> => {
  const [collection] = await rows(
    `INSERT INTO collections (user_id, id, name) VALUES ($1, uuidv7(), 'Sea') RETURNING id`,
    [owner.user.id]
  )
  return collection.id
}

/** Inserts a webhook with an event that failed. */
const webhookOf = async ({ owner, rows }: Cell) => {
  const [made] = await rows(
    `WITH hook AS (
       INSERT INTO webhooks (user_id, id, url, events, of_instance, sealed_secret)
       SELECT $1, uuidv7(), 'https://events.example/', '{chat.created}', false, 'x' RETURNING id
     ), event AS (
       INSERT INTO webhook_deliveries (user_id, id, webhook_id, type, data, state)
       SELECT $1, uuidv7(), id, 'ping', '{}', 'failed' FROM hook RETURNING id
     )
     SELECT hook.id AS webhook, event.id AS delivery FROM hook, event`,
    [owner.user.id]
  )
  return made as Record<'webhook' | 'delivery', string>
}

/** Creates an invitation, which users can't where admins don't allow it. */
const invitationOf = async ({ owner, rows }: Cell): Promise<string> =>
  (
    await rows(
      `INSERT INTO invitations (token_hash, inviter_id, uses, expires_at)
       VALUES (sha256($1::bytea), $2, 1, now() + interval '1 day') RETURNING id`,
      [randomUUID(), owner.user.id]
    )
  )[0].id

const notificationOf = async ({ owner, rows }: Cell): Promise<string> =>
  (
    await rows(
      `INSERT INTO notifications (user_id, id, kind, key, group_key, subject, is_listed)
       VALUES ($1, uuidv7(), 'reward_ready', $2, $2, '{"rubies": 10}', true) RETURNING id`,
      [owner.user.id, randomUUID()]
    )
  )[0].id

const checkout = async ({ owner }: Cell) => {
  const { status, body, text } = await owner.post('/api/rubies/stripe-checkout', { rubyAmount: 100, price: 2 })
  if (status !== 200) throw new Error(text)
  return { order: body.orderId as string, checkout: new URL(body.checkoutUrl).pathname }
}

const drawing = async ({ owner }: Cell): Promise<{ id: string; url: string }> => {
  const { status, text } = await owner.post('/api/generate-image', { prompt: `A lamp ${randomUUID()}` })
  if (status !== 200) throw new Error(text)
  const { body } = await owner.get('/api/pictures?limit=1')
  return body[0]
}

const upload = async ({ owner }: Cell): Promise<string> => {
  const headers = { cookie: owner.cookie }
  const answer = await fetch(`${owner.url}/api/uploads/images`, { method: 'POST', headers, body: picture() })
  const { url } = (await answer.json()) as { url: string }
  return url.split('/').at(-1)!
}

const dot = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg=='

/** Returns a form with a one-pixel picture. */
export const picture = (): FormData => {
  const form = new FormData()
  form.set('file', new Blob([Buffer.from(dot, 'base64')]), 'dot.png')
  return form
}

/** Returns a form with a lorebook of one entry. */
export const lorebookForm = (): FormData => {
  const form = new FormData()
  form.set('file', new Blob([lorebookText]), 'sea.json')
  return form
}

export const lorebookText = JSON.stringify({
  spec: 'lorebook_v3',
  data: {
    name: 'Sea',
    extensions: {},
    entries: [{ keys: ['net'], content: 'Hemp.', enabled: true, insertion_order: 1 }],
  },
})

/** Returns a form with a chat of two messages. */
export const chatForm = (fields: Iterable<readonly [string, string]>): FormData => {
  const form = new FormData()
  form.set('file', new Blob([chatLines]), 'chat.jsonl')
  for (const [name, value] of fields) form.set(name, value)
  return form
}

/** Returns a form with a card and a lorebook. */
export const cardsForm = (): FormData => {
  const form = new FormData()
  form.append('files', new Blob([cardText]), 'mira.json')
  form.append(
    'files',
    new Blob([JSON.stringify({ spec: 'lorebook_v3', data: { name: 'Sea', entries: [] } })]),
    'sea.json'
  )
  return form
}

export const cardText = JSON.stringify({
  spec: 'chara_card_v2',
  spec_version: '2.0',
  data: { name: 'Mira', description: 'A lighthouse keeper.', first_mes: 'Come in!', tags: ['sea'], extensions: {} },
})

export const chatLines = [
  { user_name: 'Ann', character_name: 'Mo', chat_metadata: {} },
  {
    name: 'Mo',
    is_user: false,
    send_date: '2024-06-05T15:00:00.000Z',
    mes: 'Hi.',
    swipes: ['Hello.', 'Hi.'],
    swipe_id: 1,
  },
  { name: 'Ann', is_user: true, send_date: '2024-06-05T15:01:00.000Z', mes: 'Hello?' },
]
  .map((line) => `${JSON.stringify(line)}\n`)
  .join('')

const pictureLike =
  (pattern: string) =>
  async ({ rows }: Cell): Promise<string> => {
    const sql = `SELECT split_part(avatar, '/', 4) AS file FROM characters WHERE avatar LIKE $1 LIMIT 1`
    return (await rows(sql, [pattern]))[0].file
  }

/** Imports a character without a picture, which gets a facet mark. */
const mark = async (cell: Cell) => {
  const entry = { name: 'Ann', backstory: 'Was born.', personality: 'Calm.', greeting: 'Hello.' }
  await cell.admin.post('/api/admin/import-characters', [entry])
  return pictureLike('/pictures/mark/%')(cell)
}

/** Waits for the mail that verifies the owner's address, which the server sends in the background. */
const mailTo = async ({ owner, rows }: Cell): Promise<string> => {
  const sent = () => rows('SELECT id FROM mail_outbox WHERE user_id = $1 AND sent_at IS NOT NULL', [owner.user.id])
  await waitUntil('a mail was sent', async () => (await sent()).length > 0)
  return (await sent())[0].id
}

/** Creates an import that has ended, so that its state no longer changes. */
const endedImport = async ({ owner, rows }: Cell): Promise<string> => {
  const id = randomUUID()
  await rows(
    `INSERT INTO card_imports (id, actor_id, files, removed_at) VALUES ($1, $2, '[{"name":"mo.json","bytes":2}]', now())`,
    [id, owner.user.id]
  )
  await rows(
    `INSERT INTO jobs (id, kind, payload, state, finished_at) VALUES ($1, 'card_import', '{}', 'done', now())`,
    [id]
  )
  return id
}

const codeBatch = async ({ rows }: Cell): Promise<string> => {
  const [made] = await rows(
    `INSERT INTO ruby_code_batches (id, name, rubies, codes, uses, per_person, expires_at)
     VALUES (uuidv7(), 'Fair', 5, 1, 1, 1, now() + INTERVAL '1 day') RETURNING id`
  )
  return made.id
}

/** Creates a case about the owner. */
const caseOf = async ({ owner, rows }: Cell) => {
  const [made] = await rows(
    `INSERT INTO report_cases (thing_kind, thing_id, title, author_id, reason, queued_at)
     VALUES ('profile', uuidv7()::text, 'Ann', $1, 'spam', now()) RETURNING id`,
    [owner.user.id]
  )
  return made!.id as string
}

/** Creates a case about the owner that ended with a warning. */
const decisionOf = async (cell: Cell) => {
  const [made] = await cell.rows(
    `INSERT INTO report_decisions (case_id, subject_id, kind, reason, words)
     VALUES ($1, $2, 'warn', 'spam', 'It is spam.') RETURNING id`,
    [await caseOf(cell), cell.owner.user.id]
  )
  return made!.id as string
}

/** Creates a connection that needs a key, so that it asks no endpoint. */
const connection = async ({ rows }: Cell): Promise<string> => {
  const [made] = await rows(
    `INSERT INTO model_connections (id, name, provider, base_url, options, is_off)
     VALUES (uuidv7(), 'Own', 'anthropic', 'https://models.example.test', '{}', false) RETURNING id`,
    []
  )
  return made!.id
}

/** Creates an announcement that only admins could see. */
const announcement = async ({ rows }: Cell): Promise<string> => {
  const [made] = await rows(
    `INSERT INTO announcements (id, text, audience, is_dismissible, is_draft)
     VALUES (uuidv7(), 'Hello', 'admins', true, true) RETURNING id`,
    []
  )
  return made!.id
}

/** Creates a comment by the owner on the public character. */
const comment = async (cell: Cell, publicId: string): Promise<string> =>
  (await cell.owner.post(`/api/characters/${publicId}/comments`, { content: 'Well said.' })).body.id

/** Creates a comment that is held for a moderator. Each call decides about its own one. */
const held = async (cell: Cell, publicId: string): Promise<string> => {
  const id = await comment(cell, publicId)
  await cell.rows(`UPDATE character_comments SET review = 'held' WHERE id = $1`, [id])
  const [review] = await cell.rows(
    `INSERT INTO publication_reviews (user_id, comment_id, state, causes) VALUES ($1, $2, 'held', '{hate}') RETURNING id`,
    [cell.owner.user.id, id]
  )
  return review.id
}

/**
 * Creates the objects for `{…}` on demand. Related objects are created together, once per cell. Cells with the same owner share those in
 * `made`.
 */
export const thingsOf = (cell: Cell, made = new Map<unknown, Promise<any>>()) => {
  const once = <Value>(make: (cell: Cell) => Promise<Value>, key: unknown = make): Promise<Value> => {
    if (!made.has(key)) made.set(key, make(cell))
    return made.get(key)!
  }
  const make: Record<string, () => Promise<string>> = {
    mine: async () => cell.caller.user.email,
    word: async () => `w${randomUUID().slice(0, 13)}`,
    someone: async () => cell.owner.user.id,
    newcomer: async () => (await new Client(cell.owner.url).register()).user.id,
    page: () => once(pageOf),
    creator: async () => (await once(pageOf), cell.owner.user.id),
    public: () => once(publicCharacter),
    private: () => once(privateCharacter),
    adult: () => once(adultCharacter),
    forkable: () => once(forkableCharacter),
    ...Object.fromEntries(
      (['chat', 'character', 'message', 'answer', 'deleted'] as const).map((name) => [
        name,
        async () => (await once(chatOf))[name],
      ])
    ),
    ...Object.fromEntries(
      (['group', 'groupAnswer', 'groupMember'] as const).map((name) => [name, async () => (await once(groupOf))[name]])
    ),
    chatPicture: () => once(async () => chatPictureOf(cell, (await once(chatOf)).chat), chatPictureOf),
    fact: () => once(async () => factOf(cell, (await once(chatOf)).chat), factOf),
    folder: () => once(folderOf),
    lorebook: async () => (await once(lorebookOf)).lorebook,
    loreEntry: async () => (await once(lorebookOf)).loreEntry,
    persona: () => once(personaOf),
    invitation: () => once(invitationOf),
    token: () => once(tokenOf),
    collection: () => once(collectionOf),
    webhook: async () => (await once(webhookOf)).webhook,
    delivery: async () => (await once(webhookOf)).delivery,
    notification: () => once(notificationOf),
    comment: () => once(async () => comment(cell, await once(publicCharacter)), comment),
    held: async () => held(cell, await once(publicCharacter)),
    order: async () => (await once(checkout)).order,
    checkout: async () => (await once(checkout)).checkout,
    upload: () => once(upload),
    drawing: async () => (await once(drawing)).id,
    drawnUrl: async () => (await once(drawing)).url,
    picture: () => once(builtIn),
    mark: () => once(mark),
    mail: () => once(mailTo),
    import: () => once(endedImport),
    codes: () => once(codeBatch),
    case: () => once(caseOf),
    decision: () => once(decisionOf),
    announcement: async () => announcement(cell),
    connection: async () => connection(cell),
    // A token of an earlier release.
    drawn: async () => '100000aaaaaaaaaaaaaa.svg',
  }
  return {
    /** Replaces every `{name}` in a text. */
    async fill(text: string): Promise<string> {
      let filled = text
      for (const [placeholder, name] of text.matchAll(/\{(\w+)\}/g)) {
        const maker = make[name!]
        if (!maker) throw new Error(`The table has ${placeholder}, which things.ts can't make.`)
        filled = filled.replace(placeholder, await maker())
      }
      return filled
    },
  }
}

const builtIn = pictureLike('/pictures/builtin/%')
const publicCharacter = character()
const privateCharacter = character({ isPublic: false })
const forkableCharacter = character({ allowForks: true })
const adultCharacter = character({ category: 'Limitless' })
/** Gives the owner a page, and returns its username. */
const pageOf = async (cell: Cell): Promise<string> => {
  const username = `w${randomUUID().slice(0, 13)}`
  await cell.rows('UPDATE users SET username = $1 WHERE id = $2', [username, cell.owner.user.id])
  await publicCharacter(cell)
  return username
}

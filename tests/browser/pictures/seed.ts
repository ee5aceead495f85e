import { turnOn } from '#modules/accounts/tests/second_factor_support'
import { Client, type Answer } from '#tests/support/client'
import type { Call } from '#tests/support/model_upstream'
import { post, until, type Stage } from '#tests/support/stage'
import {
  comments,
  ferry,
  ferryQuestion,
  lorebook,
  nightWatch,
  noodles,
  wreckFields,
  wreckFieldsPins,
  wreckFieldsSummary,
  wreckFieldsTitle,
  type Exchange,
} from './texts.ts'

/** The time on all pictures, in UTC. Pages have this clock, and all chats happened before it. */
export const now = new Date('2026-11-20T20:30:00Z')

/** A user with chats, a group and a lorebook. */
export interface Reader {
  client: Client
  lorebookId: string
  /** The ids of the chats. */
  ferry: string
  wreckFields: string
  nightWatch: string
}

/** The models of the pictures. Their ids are in the inspector. */
export const models = {
  MODEL_BASIC: 'toppy-m-7b',
  MODEL_STANDARD: 'mythomist-7b',
  MODEL_PREMIUM: 'remm-slerp-l2-13b',
  MODEL_ULTRA: 'mythomax-l2-13b',
  MODEL_SUMMARY: 'summary',
}

/** Plays the model: finds the written answer to the newest message. The one to `ferryQuestion` never ends. */
const answerAsWritten = (call: Call) => {
  const { model, messages } = call.body as { model: string; messages: { content: string }[] }
  const prompt = messages.map(({ content }) => content).join('\n')
  const newest = messages.at(-1)!.content
  const answerOf = ({ said }: Exchange) => newest.includes(said)
  const answer =
    model === models.MODEL_SUMMARY
      ? wreckFieldsSummary
      : prompt.includes(nightWatch.said)
        ? nightWatch.answers.find(([, text]) => !prompt.includes(text))?.[1]
        : [...ferry, ferryQuestion, noodles].find(answerOf)?.answer
  if (answer === undefined) throw new Error(`Nothing is written for this prompt:\n${prompt}`)
  call.delta(answer)
  if (answer === ferryQuestion.answer) return
  const usage = { prompt_tokens: Math.ceil(prompt.length / 4), completion_tokens: Math.ceil(answer.length / 4) }
  call.response.write(`data: ${JSON.stringify({ choices: [], usage })}\n\n`)
  call.finish()
}

/** Fills a stage. Pictures that change something get users of their own, so that no picture depends on another one. */
export class Seed {
  #reader: Promise<Reader> | undefined

  private constructor(
    readonly stage: Stage,
    /** The ids of the built-in characters, by name. */
    readonly ids: ReadonlyMap<string, string>
  ) {}

  static async begin(stage: Stage): Promise<Seed> {
    const { rows } = await stage.db.query<{ id: string; name: string }>('SELECT id, name FROM characters ORDER BY id')
    const seed = new Seed(stage, new Map(rows.map(({ id, name }) => [name, id])))
    stage.upstream.answer = answerAsWritten
    await seed.#addPublic()
    return seed
  }

  id(name: string): string {
    const id = this.ids.get(name)
    if (id === undefined) throw new Error(`No character is called ${name}.`)
    return id
  }

  async newcomer(firstName = 'Robin'): Promise<Client> {
    return new Client(this.stage.server.url).register({ firstName, lastName: 'Ferris' })
  }

  async admin(): Promise<Client> {
    const client = await this.newcomer('Ada')
    await turnOn(client)
    await this.stage.makeAdmin(client)
    return client
  }

  /** The reader of pictures that change nothing. */
  reader(): Promise<Reader> {
    return (this.#reader ??= this.newReader())
  }

  async newReader(): Promise<Reader> {
    const client = await this.newcomer()
    await post(this.stage.db, client.user.id, 400)
    const lorebookId = await this.#addLorebook(client)
    const noodlesId = await this.#chat(client, 'Akari Minazuki', [noodles])
    const nightWatchId = await this.#addGroup(client)
    const wreckFieldsId = await this.#addLongChat(client)
    const ferryId = await this.#chat(client, 'Wenna Thorncroft', ferry, lorebookId)
    for (const [id, hoursAgo] of [
      [ferryId, 0.2],
      [wreckFieldsId, 3.5],
      [nightWatchId, 26],
      [noodlesId, 75],
    ] as const)
      await this.#moveChat(id, hoursAgo)
    return { client, lorebookId, ferry: ferryId, wreckFields: wreckFieldsId, nightWatch: nightWatchId }
  }

  /** Adds likes, comments and counters. */
  async #addPublic(): Promise<void> {
    const { db } = this.stage
    for (const [firstName, content] of comments)
      expectStatus(
        201,
        await (
          await this.newcomer(firstName)
        ).post(`/api/characters/${this.id('Wenna Thorncroft')}/comments`, { content })
      )
    await db.query(`UPDATE character_comments SET created_at = $1::timestamptz - interval '2 days'`, [now])
    // The chats that follow aren't counted, so that the figures are the same in each picture.
    await db.query('CREATE RULE ignored AS ON INSERT TO character_counter_increments DO INSTEAD NOTHING')
    await db.query(
      `UPDATE character_counters SET likes = 412 - 37 * place, messages = 9_870 - 1_013 * place
       FROM (SELECT id, row_number() OVER (ORDER BY id) AS place FROM characters) ranked WHERE id = character_id`
    )
    await db.query(
      'UPDATE characters SET popularity = gallery_popularity(likes, messages) FROM character_counters WHERE character_id = id'
    )
  }

  async #addLorebook(client: Client): Promise<string> {
    const { entries, ...book } = lorebook
    const { id } = expectStatus(201, await client.post('/api/lorebooks', book)).body
    for (const entry of entries) expectStatus(201, await client.post(`/api/lorebooks/${id}/entries`, entry))
    return id
  }

  /** Creates a chat whose answers are as written. Returns its id. */
  async #chat(client: Client, name: string, exchanges: readonly Exchange[], lorebookId?: string): Promise<string> {
    const characterId = this.id(name)
    const { session } = expectStatus(200, await client.get(`/api/chats/${characterId}?new=true`)).body
    if (lorebookId)
      expectStatus(200, await client.put(`/api/chats/${session.id}/settings`, { lorebookIds: [lorebookId] }))
    for (const { said } of exchanges)
      await client.say(characterId, { content: said, model: 'standard', sessionId: session.id })
    return session.id
  }

  async #addGroup(client: Client): Promise<string> {
    const { title, said, answers } = nightWatch
    const characterIds = answers.map(([name]) => this.id(name))
    const { session } = expectStatus(201, await client.post('/api/group-chats', { characterIds, title })).body
    for (const [index, [name]] of answers.entries()) {
      const body = { speakerId: this.id(name), model: 'basic', ...(index === 0 && { content: said }) }
      await (
        await client.stream(`/api/group-chats/${session.id}/stream`, { method: 'POST', body })
      ).ended
    }
    return session.id
  }

  /** Imports a chat that is too long for a prompt, and has it summarized. */
  async #addLongChat(client: Client): Promise<string> {
    const lines = Array.from({ length: 8 }, () => wreckFields).flatMap((exchanges) =>
      exchanges.flatMap(({ said, answer }) => [
        { name: 'Robin', is_user: true, mes: said },
        { name: 'Noor Zabelle', is_user: false, mes: answer },
      ])
    )
    const file = [{ user_name: 'Robin', character_name: 'Noor Zabelle', chat_metadata: {} }, ...lines]
    const form = new FormData()
    form.set('characterId', this.id('Noor Zabelle'))
    form.set('file', new Blob([file.map((line) => JSON.stringify(line)).join('\n')]), 'chat.jsonl')
    const answer = await fetch(this.stage.server.url + '/api/chats/import', {
      method: 'POST',
      headers: { cookie: client.cookie },
      body: form,
    })
    if (!answer.ok) throw new Error(`${answer.status} ${await answer.text()}`)
    const { sessionId } = (await answer.json()) as { sessionId: string }
    expectStatus(200, await client.put(`/api/chats/${sessionId}/title`, { title: wreckFieldsTitle }))
    expectStatus(200, await client.put(`/api/chats/${sessionId}/pins`, { pins: wreckFieldsPins }))
    expectStatus(202, await client.post(`/api/chats/${sessionId}/summary`, { model: 'basic' }))
    await until(this.stage.db, 'SELECT EXISTS (SELECT FROM chat_summaries WHERE chat_session_id = $1)', [sessionId])
    return sessionId
  }

  /** Moves a chat so that its last message was written some hours before `now`, and the others a minute apart. */
  async #moveChat(sessionId: string, hoursAgo: number): Promise<void> {
    const { db } = this.stage
    const end = new Date(now.getTime() - hoursAgo * 3_600_000)
    await db.query(
      `UPDATE chat_messages SET created_at = $2::timestamptz - (next_position - position - 1) * interval '1 minute'
       FROM chat_sessions session WHERE session.id = chat_session_id AND chat_session_id = $1`,
      [sessionId, end]
    )
    await db.query('UPDATE chat_sessions SET created_at = $2, last_message_at = $2 WHERE id = $1', [sessionId, end])
    await db.query('UPDATE chat_summaries SET created_at = $2 WHERE chat_session_id = $1', [sessionId, end])
    // How long the stub took says nothing about a model.
    await db.query('UPDATE replies SET first_text_ms = 640 WHERE chat_session_id = $1', [sessionId])
  }
}

const expectStatus = (status: number, answer: Answer): Answer => {
  if (answer.status !== status)
    throw new Error(`Expected ${status}, got ${answer.status}: ${answer.text.slice(0, 500)}`)
  return answer
}

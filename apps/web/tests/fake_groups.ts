import type { GroupChatData, GroupMode, Message, ReplyEvent } from '#modules/chat/api'
import { answer } from './check_answer.ts'
import { aiNotice, encodeEvent, refuse } from './fake_answers.ts'
import { FakeReply, type FakeChat } from './fake_api.ts'
import { FakeChatApi } from './fake_chat.ts'

export interface FakeGroup extends FakeChat {
  characterIds: string[]
  mode: GroupMode
  muted: string[]
  talk?: NonNullable<GroupChatData['talk']>
}

interface TurnBody {
  content?: string
  speakerId?: string | null
  model?: string
  clientMessageId?: string
  turns?: number
}

interface FakeTurnInput {
  content: string | null
  speakerId: string
  clientMessageId?: string
}

/** A running turn, controlled by the test. */
export class FakeTurn extends FakeReply {
  /** The user's message, or null when the character goes on without one. */
  readonly content: string | null
  readonly speakerId: string

  constructor(api: FakeChatApi, group: FakeGroup, { content, speakerId, clientMessageId }: FakeTurnInput) {
    super(api, group, api.message(group, { content: content ?? '', isUser: true, clientMessageId }))
    this.content = content
    this.speakerId = speakerId
    this.messageId = this.answerId
    if (content !== null) group.messages.push(this.userMessage)
  }

  get name(): string {
    return this.api.characters.find(({ id }) => id === this.speakerId)!.name
  }

  opening(): ReplyEvent[] {
    const { content, userMessage: message, answerId, speakerId: characterId, name: speaker, text } = this
    return [
      ...(content === null ? [] : [{ type: 'userMessage' as const, message, answerId }]),
      { type: 'speaker', characterId, speaker, messageId: answerId },
      ...(text === '' ? [] : [{ type: 'aiChunk' as const, content: text }]),
    ]
  }

  override save(state: Message['state']): Message {
    return Object.assign(super.save(state), { characterId: this.speakerId, speaker: this.name })
  }
}

/** The fake server with group chats. */
export class FakeGroupApi extends FakeChatApi {
  groups: FakeGroup[] = []
  onTurn: (turn: FakeTurn) => void = () => {}

  addGroup(characterIds: string[], title: string | null = null): FakeGroup {
    const first = this.characters.find(({ id }) => id === characterIds[0])!
    const group: FakeGroup = { ...this.addChat('', []), characterIds, mode: 'natural', muted: [] }
    group.session.title = title
    const opening = { content: first.firstMessage ?? '', characterId: first.id, speaker: first.name }
    group.messages = [this.message(group, opening)]
    this.chats[0] = group
    this.groups.push(group)
    return group
  }

  /** Starts the next turn of a talk, as the server does by itself. */
  goOn(group: FakeGroup, speakerId: string): FakeTurn {
    if (group.talk) group.talk = { ...group.talk, turnsLeft: group.talk.turnsLeft - 1 }
    const turn = new FakeTurn(this, group, { content: null, speakerId })
    group.reply = turn
    this.broadcast({
      type: 'reply',
      sessionId: group.session.id,
      characterId: speakerId,
      messageId: turn.messageId,
      kind: 'reply',
      state: 'running',
    })
    return turn
  }

  override answer(method: string, url: URL, body: unknown): Response {
    const [, , collection, id = '', verb] = url.pathname.split('/')
    if (collection !== 'group-chats') return super.answer(method, url, body)
    if (method === 'POST' && !id) {
      const { characterIds, title } = body as { characterIds: string[]; title: string | null }
      return answer('GroupChatData', this.#dataOf(this.addGroup(characterIds, title)), { status: 201 })
    }
    const group = this.groups.find(({ session }) => session.id === id)
    if (!group) return refuse(404, 'not_found', 'Chat not found')
    if (!verb && method === 'PUT') {
      Object.assign(group, body)
      return answer('Confirmation', { message: 'Group chat updated' })
    }
    if (!verb) return answer('GroupChatData', this.#dataOf(group))
    const running = group.reply && !group.reply.hasEnded ? (group.reply as FakeTurn) : null
    if (verb === 'impersonate' || verb === 'suggest')
      return super.answer(method, new URL(`/api/chats/${id}/${verb}`, url), body)
    if (verb === 'stop') {
      delete group.talk
      return answer('StoppedReply', { message: running ? running.stop() : null })
    }
    if (method === 'DELETE') {
      delete group.talk
      return answer('Confirmation', { message: 'The talk ends after this reply' })
    }
    if (method === 'GET') {
      if (!running) return new Response(null, { status: 204 })
      return running.stream([{ type: 'resumed', kind: 'reply', messageId: running.answerId }, ...running.opening()])
    }
    return running
      ? refuse(409, 'reply_under_way', 'A reply is already under way in this chat.')
      : this.#take(group, body as TurnBody)
  }

  #take(group: FakeGroup, { content, speakerId, model, clientMessageId, turns }: TurnBody): Response {
    const tier = this.models.find((each) => each.tier === model)!
    if (!this.user || this.user.rubies < tier.cost) {
      const error = `Insufficient Rubies: You need ${tier.cost} rubies to use the ${tier.name} model.`
      return new Response(encodeEvent('ReplyEvent', { type: 'access_denied', error, upgradeUrl: '/ruby-shop' }))
    }
    this.user = { ...this.user, rubies: this.user.rubies - tier.cost }
    if (turns) group.talk = { turns, turnsLeft: turns - 1 }
    else delete group.talk
    const able = group.characterIds.filter((id) => !group.muted.includes(id))
    const turn = new FakeTurn(this, group, {
      content: content ?? null,
      speakerId: speakerId ?? able[0]!,
      clientMessageId,
    })
    group.reply = turn
    const response = turn.stream(turn.opening())
    this.onTurn(turn)
    return response
  }

  #dataOf({
    session,
    mode,
    muted,
    characterIds,
    messages,
    reply,
    talk,
    noticed,
    modelChange,
  }: FakeGroup): GroupChatData {
    const running = reply && !reply.hasEnded ? (reply as FakeTurn) : null
    return {
      session,
      persona: null,
      mode,
      ...(talk ? { talk } : {}),
      characters: characterIds.map((id) => {
        const character = this.characters.find((one) => one.id === id) ?? null
        const version = this.versionOf(character)
        return {
          id,
          char: character?.name ?? null,
          character,
          isMuted: muted.includes(id),
          talkativeness: 0.5,
          version: version && { number: version.number, newest: version.newest },
        }
      }),
      messages,
      notice: { text: aiNotice, messageIds: noticed ?? [] },
      ...(modelChange && { modelChange }),
      hasOlder: false,
      hasNewer: false,
      replyUnderWay: running && {
        id: 'reply',
        kind: running.kind,
        messageId: running.messageId,
        characterId: running.speakerId,
      },
    }
  }
}

import type { CharacterSheet } from '#modules/gallery/index'
import { newId } from '#modules/kernel/ids'
import { codePoints } from '#modules/kernel/text'
import { chatUserEvent, isLine, type Message } from '../api.ts'
import { storeOpening } from '../opening/store_opening.ts'
import type { ReplyContext } from '../run/reply_context.ts'
import { startReply } from '../run/start_reply.ts'
import {
  charNameOf,
  historyCharactersOf,
  historyFor,
  historyOf,
  othersOf,
  personaOf,
  setupOf,
} from '../../prompts/index.ts'
import { loadContext, type BeginContext, type FullContext } from './begin_context.ts'
import { beginNext, beginSend, beginSendInNewChat, type Begun } from './begin_statements.ts'
import { beginGiven, forgetEarlier } from './given_messages.ts'
import { continueTalk, endTalk } from './group_talk.ts'
import { InFlightStarts } from './in_flight_starts.ts'
import { presentMembers, speakerOf } from './next_speaker.ts'
import { refuseKey, refuseReply } from './refuse_reply.ts'
import { turnsLeftBefore, type BeginOutcome, type ReplyRequest } from './reply_request.ts'
import type { BeginFailure } from './retry_on_outage.ts'

export interface StartOptions {
  limitsEnabled: boolean
  /** How long deleted chats are kept. */
  deletedDays: number
  /** Renews an overdue lease, because a reply may only begin while its process has a lease. */
  renewOverdueLease: () => Promise<void>
}

/** The maximum attempts to begin a reply, if the chat changes before each attempt. */
const attemptsMax = 5

/** A message to one character. */
type Send = ReplyRequest & { place: { characterId: string; sessionId: string | null }; content: string }

/** The character that a reply is for. `others`: the other characters of a group. */
interface Cast {
  sheet: CharacterSheet
  others?: readonly CharacterSheet[]
}

/** Begins replies of all kinds: saves the user's message if there is one, holds the rubies, and starts the reply detached from the request. */
export class BeginReply {
  readonly inFlight = new InFlightStarts()

  constructor(
    private readonly context: ReplyContext,
    private readonly options: StartOptions
  ) {}

  async run(request: ReplyRequest): Promise<BeginOutcome> {
    return this.inFlight.track(async () => {
      const { maintenance, suggestions } = this.context
      if (request.kind === 'suggest' && suggestions === 'off') return { kind: 'no_suggestions' }
      const { sentence } = maintenance
      if (sentence !== null) return (await this.#knownReply(request)) ?? { kind: 'maintenance', sentence }
      await this.options.renewOverdueLease()
      // All attempts of a request choose the same speaker, even without a key.
      const seed = 'groupId' in request.place ? `${request.place.groupId} ${request.clientMessageId ?? newId()}` : ''
      for (let attempt = 1; ; attempt++) {
        if (this.inFlight.isClosed) return { kind: 'stopping' }
        const outcome = await this.#attempt(request, seed)
        if (outcome) return outcome
        if (attempt === attemptsMax) return { kind: 'busy' }
        await this.context.timers.sleep(5 * attempt)
      }
    })
  }

  /** Returns null if another request was faster, so that the context must be read again. */
  #attempt(request: ReplyRequest, seed: string): Promise<BeginOutcome | null> {
    const { place, content, pictures = [] } = request
    if (request.given) return this.#answerGiven(request)
    return 'characterId' in place && content !== null && pictures.length === 0
      ? this.#send({ ...request, place, content })
      : this.#next(request, seed)
  }

  /** Sends a message to one character. The statement that reads the context also begins the reply, unless the context refuses it. */
  async #send(request: Send): Promise<BeginOutcome | null> {
    const { place, content } = request
    const ids = { replyId: newId(), messageId: newId(), userMessageId: newId() }
    const { characterId } = place
    const input = { ...this.#contextInput(request), characterId, ...ids, ...this.#terms(request), content }
    let sent = await beginSend(this.context, input)
    if (sent.ok && !sent.value.begun) {
      const { context } = sent.value
      const refusal = refuseReply(request, context)
      if (refusal) return refusal
      if (context.user_message_id) return this.#begin(request, context, { sheet: context.sheet! })
      // The session doesn't exist, or was deleted a moment ago.
      if (place.sessionId || context.session_id) return { kind: 'no_such_chat' }
      sent = await beginSendInNewChat(this.context, input, context.sheet!.version)
      if (sent.ok && sent.value.begun)
        this.context.created.report({
          userId: request.user.id,
          sessionId: sent.value.context.session_id!,
          characterId,
        })
    }
    if (!sent.ok) return this.#resolveFailure(request, sent.failure)
    const { context, begun } = sent.value
    if (begun) return this.#start(request, { ids, context, begun, cast: { sheet: context.sheet! } })
    return refuseReply(request, context)
  }

  /** Returns the reply of a duplicate request that was faster, whatever its state. */
  async #resolveFailure(request: ReplyRequest, failure: BeginFailure): Promise<BeginOutcome | null> {
    if (failure === 'insufficient_rubies') return { kind: 'insufficient_rubies' }
    const context = request.clientMessageId ? await this.#load(request) : null
    if (context?.reply_id) return refuseKey(request, context) ?? { kind: 'known', replyId: context.reply_id }
    return failure === 'busy' ? { kind: 'busy' } : null
  }

  /** Returns the reply of an earlier request with the same key, which is still told to its sender while no reply may begin. */
  async #knownReply(request: ReplyRequest): Promise<BeginOutcome | null> {
    if (request.clientMessageId === null) return null
    const known = refuseKey(request, await this.#load(request))
    return known?.kind === 'known' ? known : null
  }

  /** Answers the messages of a program, in a session of their own that no list shows. */
  async #answerGiven(asked: ReplyRequest): Promise<BeginOutcome> {
    const { user, content, given } = asked
    const sessionId = newId()
    const isPlain = 'groupId' in asked.place
    const place = 'groupId' in asked.place ? { groupId: sessionId } : { ...asked.place, sessionId }
    const request = { ...asked, place }
    const ids = { replyId: newId(), messageId: newId(), userMessageId: newId() }
    const begun = await beginGiven(this.context, {
      ...ids,
      ...this.#terms(request),
      ...given!,
      userId: user.id,
      content: content!,
      context: this.#contextInput(request),
      refuse: (context) => refuseReply(request, context),
      deletedDays: this.options.deletedDays,
    })
    if (!begun.ok) return { kind: begun.failure === 'key_taken' ? 'busy' : begun.failure }
    if ('refusal' in begun.value) return begun.value.refusal
    const sheet = isPlain ? given!.assistant! : begun.value.context.sheet!
    const outcome = await this.#start(request, { ids, ...begun.value, cast: { sheet } })
    if (outcome.kind === 'started')
      void outcome.live.finished.then(() => forgetEarlier(this.context, { userId: user.id, sessionId }, ids))
    return outcome
  }

  /** Begins any other reply: reads the context, then begins if nothing has changed since. */
  async #next(request: ReplyRequest, seed: string): Promise<BeginOutcome | null> {
    const { kind, user, place, messageId, content, speakerId, talk, pictures = [] } = request
    const db = this.context.db.connection()
    if (pictures.length > 0 && 'characterId' in place && place.sessionId)
      await storeOpening(db, user.id, place.sessionId)
    let context = await this.#load(request)
    if (!context.session_id && kind !== 'reply' && 'characterId' in place) {
      // The message may be the opening of a new chat.
      await storeOpening(db, user.id, messageId ?? place.sessionId!)
      context = await this.#load(request)
    }
    const refusal = refuseReply(request, context)
    if (refusal) {
      // A message of the user ends the talk.
      if (refusal.kind === 'busy' && content !== null && context.talk_id)
        await endTalk(this.context, { userId: user.id, sessionId: context.session_id!, talkId: context.talk_id })
      return refusal
    }
    if (pictures.length > 0 && !context.user_message_id) {
      if (!context.session_id) return { kind: 'no_such_chat' }
      if (!(await this.context.pictures.areUnsent({ userId: user.id, sessionId: context.session_id }, pictures)))
        return { kind: 'no_such_picture' }
    }
    if ('characterId' in place) return this.#begin(request, context, { sheet: context.sheet! })
    const present = presentMembers(context)
    const speaker = speakerOf(request, context, seed)
    if (speaker) {
      const others = present.flatMap(({ id, sheet }) => (id === speaker.id ? [] : sheet))
      return this.#begin(request, context, { sheet: speaker.sheet, others })
    }
    if (kind !== 'reply') return { kind: 'no_such_chat' }
    if (speakerId !== null || present.length === 0) return { kind: 'no_speaker' }
    return { kind: context.mode === 'manual' && !talk ? 'speaker_missing' : 'all_muted' }
  }

  async #begin(
    request: ReplyRequest,
    context: BeginContext & Partial<FullContext>,
    cast: Cast
  ): Promise<BeginOutcome | null> {
    const { kind, user, content, talk, clientMessageId } = request
    const ids = {
      replyId: newId(),
      // The message of a line for the user is the session.
      messageId: kind === 'reply' ? newId() : (request.messageId ?? context.session_id!),
      userMessageId: context.user_message_id ?? newId(),
    }
    const speaker = cast.others ? { id: cast.sheet.id, name: kind === 'reply' ? charNameOf(cast.sheet) : null } : null
    const begun = await beginNext(this.context, {
      ...ids,
      ...this.#terms(request),
      kind,
      userId: user.id,
      sessionId: context.session_id!,
      nextPosition: context.next_position!,
      userMessageId: content === null ? (context.asked_id ?? null) : ids.userMessageId,
      content,
      isNew: content !== null && context.user_message_id === null,
      pictures: content === null ? [] : (request.pictures ?? []),
      clientMessageId,
      knownReplyId: context.reply_id,
      continues: kind === 'continue' ? { answerId: context.answer_id!, at: codePoints(context.content!) } : null,
      speaker,
      talk: talk && { ...talk, turnsLeftBefore: turnsLeftBefore(talk) },
    })
    if (begun.ok) return this.#start(request, { ids, context, begun: begun.value, cast })
    return begun.failure === 'key_taken' ? null : { kind: begun.failure }
  }

  #load(request: ReplyRequest): Promise<FullContext> {
    return loadContext(this.context.db.connection(), this.#contextInput(request))
  }

  #contextInput({ kind, user, place, messageId, clientMessageId, tier }: ReplyRequest) {
    const session = 'groupId' in place ? { characterId: null, sessionId: place.groupId } : place
    const historyCharacters = historyCharactersOf(tier)
    return {
      kind,
      user,
      ...session,
      rewrittenId: messageId,
      clientMessageId,
      historyCharacters,
      isLimited: this.options.limitsEnabled,
    }
  }

  #terms({ kind, tier }: ReplyRequest) {
    const isFree = kind === 'suggest' && this.context.suggestions === 'free'
    return { tier: tier.id, cost: isFree ? 0 : tier.cost, owner: this.context.owner }
  }

  async #start(request: ReplyRequest, { ids, context, begun, cast }: BegunReply): Promise<BeginOutcome> {
    const { kind, user, content, tier, timeZone, talk } = request
    const { replyId, messageId, userMessageId } = ids
    const chatSessionId = context.session_id!
    await this.context.gates?.('begun', [chatSessionId])
    if (request.pictures?.length) this.context.events.publish(user.id, chatUserEvent(chatSessionId, 'pictures_changed'))
    const { sheet, others } = cast
    const isSaved = content === null || context.user_message_id !== null
    const at = context.user_message_created_at ?? begun.savedAt ?? new Date(this.context.timers.now())
    const chosen = setupOf(context, { user, isSaved })
    const setup = {
      ...chosen,
      ...request.settings,
      sampling: { ...chosen.sampling, ...request.settings?.sampling },
    }
    const stored = others ? historyFor(sheet.id, historyOf(context)) : historyOf(context)
    const history = isSaved
      ? stored
      : [...stored, { isUser: true, content: content!, id: userMessageId, at: at.getTime() }]
    const asked = isLine(kind) ? undefined : history.findLast(({ isUser }) => isUser)
    const isCareful = asked !== undefined && (await this.context.help.isNeeded(asked.content))
    const live = startReply(this.context, {
      identity: {
        id: replyId,
        chatSessionId,
        messageId,
        userId: user.id,
        characterId: sheet.id,
        kind,
        userMessage: content === null ? null : sentMessage(request, { id: userMessageId, content, chatSessionId, at }),
        speaker: others && kind === 'reply' ? charNameOf(sheet) : null,
        ...(request.given && { isHidden: true as const }),
      },
      sheet,
      ...(others && { others: othersOf(user.id, others) }),
      persona: personaOf(user, setup),
      pins: begun.pins,
      chatBooks: context.lorebook_ids ?? [],
      alwaysOn: context.always_on,
      setup,
      history,
      tier,
      timeZone,
      isCareful,
      ...answerInput(request, context),
    })
    if (talk) {
      const turn = { ...request, talk, sessionId: chatSessionId }
      void live.finished.then(({ state }) => this.inFlight.track(() => continueTalk(this.context, this, turn, state)))
    }
    return { kind: 'started', live }
  }
}

/** Returns the user's message as it is stored. */
const sentMessage = (
  { clientMessageId }: ReplyRequest,
  { at, ...message }: { id: string; content: string; chatSessionId: string; at: Date }
): Message => ({
  ...message,
  isUser: true,
  createdAt: at.toISOString(),
  rubyCost: 0,
  state: 'complete',
  ...(clientMessageId && { clientMessageId }),
})

/** Returns what the request of a rewrite knows of the answer before. */
const answerInput = ({ kind, nudge }: ReplyRequest, context: Partial<FullContext>) => {
  if (kind === 'reply') return {}
  if (kind === 'continue')
    return {
      continues: context.content!,
      isWhole: context.state === 'complete' && !context.is_cut,
      answerId: context.answer_id!,
    }
  // A line that is asked for again has other dice.
  return { nudge, variant: isLine(kind) ? context.next_position! : Math.max(1, context.alternates!) }
}

interface BegunReply {
  ids: { replyId: string; messageId: string; userMessageId: string }
  context: BeginContext & Partial<FullContext>
  begun: Begun
  cast: Cast
}

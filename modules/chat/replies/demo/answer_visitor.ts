import { inject } from '@adonisjs/core'
import { TestGates } from '#modules/kernel/gates'
import { Maintenance } from '#modules/kernel/maintenance'
import { Limiters } from '#modules/kernel/rate_limit'
import { Notice } from '#modules/kernel/settings'
import { Timers } from '#plugins/contract/timers'
import { Logger } from '@adonisjs/core/logger'
import { visitorName } from '#modules/accounts/api'
import { messageSeed } from '#modules/gallery/api'
import type { CharacterSheet } from '#modules/gallery/index'
import { newId, nilUuid } from '#modules/kernel/ids'
import { limits } from '../../limits.ts'
import type { Demo as DemoInfo, DemoMessage } from '../api.ts'
import { openingOf } from '../opening/open_session.ts'
import { saysSelfHarm } from '../help/says_self_harm.ts'
import { messageStateOf } from '../run/endings.ts'
import { generateReply, type GeneratedReply } from '../run/generate_reply.ts'
import type { LiveReply } from '../run/live_reply.ts'
import { ReplyHub } from '../run/reply_hub.ts'
import { ShrinkingRequest } from '../run/shrinking_request.ts'
import { readableBy, type Tier, Tiers, TokenRatios } from '../../prompts/index.ts'
import { InFlightStarts } from '../begin/in_flight_starts.ts'
import { Demo, type AnswerVisitorInput, type AnswerVisitorOutcome, type DemoEnd } from './demo.ts'
import { DemoCharacters } from './demo_characters.ts'
import { DemoLimits, DemoSettings } from './demo_limits.ts'
import { repliesIn, Transcripts, type Transcript, type TranscriptMessage } from './transcripts.ts'

/** Answers a visitor without an account. Neither the message nor the reply is stored. */
@inject()
export class AnswerVisitor extends Demo {
  /** A separate hub, because the replies of chats are saved. */
  readonly hub: ReplyHub<DemoEnd>
  readonly inFlight = new InFlightStarts()
  /** The number of running replies, including replies that are about to start. */
  #atOnce = 0

  constructor(
    private readonly settings: DemoSettings,
    private readonly notice: Notice,
    private readonly characters: DemoCharacters,
    private readonly limits: DemoLimits,
    private readonly limiters: Limiters,
    private readonly transcripts: Transcripts,
    private readonly tiers: Tiers,
    private readonly ratios: TokenRatios,
    private readonly timers: Timers,
    private readonly test: TestGates,
    private readonly maintenance: Maintenance,
    private readonly logger: Logger
  ) {
    super()
    this.hub = new ReplyHub(timers)
  }

  get #tier(): Tier {
    return this.tiers.byId.get(this.settings.tier)!
  }

  get isOn() {
    return this.settings.isOn
  }

  async show(): Promise<DemoInfo> {
    if (!this.isOn) return { characterIds: [] }
    return {
      characterIds: await this.characters.onLanding(),
      ...(this.#tier.isDemo && { isDemo: true }),
      notice: this.notice.text,
    }
  }

  async answer(input: AnswerVisitorInput): Promise<AnswerVisitorOutcome> {
    if (this.inFlight.isClosed) return { kind: 'stopping' }
    const { sentence } = this.maintenance
    if (sentence !== null) return { kind: 'maintenance', sentence }
    if (this.limiters.enabled && this.#atOnce >= limits.demoRepliesAtOnce) return { kind: 'busy' }
    this.#atOnce++
    let isStarted = false
    try {
      const outcome = await this.inFlight.track(() => this.#start(input))
      isStarted = outcome.kind === 'started'
      return outcome
    } finally {
      if (!isStarted) this.#atOnce--
    }
  }

  async #start({
    characterId,
    content,
    transcript,
    timeZone,
    address,
  }: AnswerVisitorInput): Promise<AnswerVisitorOutcome> {
    const { characters, transcripts } = this
    const earlier = transcript === null ? null : transcripts.read(transcript)
    if (transcript !== null && earlier?.characterId !== characterId) return { kind: 'invalid_transcript' }
    if (earlier && repliesIn(earlier) >= limits.demoReplies) return { kind: 'over' }
    const character = await characters.find(characterId)
    if (!character) return { kind: 'no_such_character' }
    const retryAfterSeconds = await this.limits.count(address)
    if (retryAfterSeconds !== null) return { kind: 'used_up', retryAfterSeconds }
    const now = this.timers.now()
    const asked = withMessage(earlier ?? opened(character, now), now, { content, isUser: true, state: 'complete' })
    const live = this.hub.open({
      id: newId(),
      chatSessionId: asked.id,
      messageId: newId(),
      userId: nilUuid,
      characterId,
      kind: 'reply',
      userMessage: null,
      speaker: null,
    })
    void this.#generate(live, character, { asked, address, timeZone })
    return { kind: 'started', live }
  }

  /** Generates the reply. Never throws. */
  async #generate(
    live: LiveReply<DemoEnd>,
    character: CharacterSheet,
    { asked, address, timeZone }: { asked: Transcript; address: string; timeZone: string }
  ): Promise<void> {
    const { logger, ratios, timers } = this
    const tier = this.#tier
    try {
      const macros = {
        seed: live.identity.messageId,
        chatId: character.id,
        at: timers.now(),
        timeZone,
        model: tier.name,
      }
      const texts = {
        ...textsFor(character, asked),
        macros,
        isCareful: saysSelfHarm(asked.messages.at(-1)!.content),
      }
      const request = new ShrinkingRequest({ tier, sampling: tier.sampling, texts, variant: 0, ratios })
      const reply = await generateReply(logger, { live, request, lengthMax: limits.demoAnswerMax })
      if (reply.usage) request.learn(reply.usage)
      await this.test.gates?.('before_end', [live.identity.characterId])
      // A visitor who leaves before the first text, or whose message the model refuses, has still cost a prompt.
      if (!reply.isCharged && !reply.isUnpaid && reply.text === '') await this.limits.uncount(address)
      live.finish(this.#endOf(reply, asked))
    } catch (error) {
      logger.error({ err: error, replyId: live.identity.id }, 'a reply of the demo could not be ended')
      live.finish({ errorCode: 'server_lost', answer: null })
    } finally {
      this.#atOnce--
      this.hub.close(live)
    }
  }

  #endOf({ state, errorCode, text, isCut }: GeneratedReply, asked: Transcript): DemoEnd {
    if (text === '') return { errorCode: errorCode ?? 'stopped', answer: null }
    const message: DemoMessage = {
      content: text,
      isUser: false,
      state: errorCode === null ? messageStateOf(state) : 'broken_off',
      ...(isCut && { isCut }),
    }
    const transcript = this.transcripts.sign(withMessage(asked, this.timers.now(), message))
    return { errorCode, answer: { message, transcript } }
  }
}

const withMessage = (transcript: Transcript, now: number, message: DemoMessage): Transcript => {
  const added: TranscriptMessage = { ...message, createdAt: new Date(now).toISOString() }
  return { ...transcript, messages: [...transcript.messages, added] }
}

const opened = (character: CharacterSheet, now: number): Transcript => {
  const empty: Transcript = { id: newId(), characterId: character.id, messages: [] }
  const opening = openingOf(character)
  return opening === '' ? empty : withMessage(empty, now, { content: opening, isUser: false, state: 'complete' })
}

const textsFor = (sheet: CharacterSheet, { messages }: Transcript) => ({
  sheet,
  readable: readableBy(null, sheet),
  persona: { name: visitorName, description: '', personality: '', background: '' },
  pins: [],
  history: messages.map(({ isUser, content, createdAt }, index) => ({
    isUser,
    content,
    id: messageSeed(sheet.id, index),
    at: Date.parse(createdAt),
  })),
})

import { test } from '@japa/runner'
import type { Logger } from '@adonisjs/core/logger'
import type { Database } from '@adonisjs/lucid/database'
import fc from 'fast-check'
import type { CharacterSheet } from '#modules/gallery/index'
import {
  blankEntry,
  emptyState,
  entryPositions,
  keyLogics,
  loreSources,
  type Lore,
  type LoreBook,
  type LoreEntry,
  type LoreState,
  type PatternMatcher,
} from '#modules/lore/index'
import { ChatLore } from '../replies/run/chat_lore.ts'
import { promptOf } from '../prompts/build_prompt.ts'
import { compositionOf, estimateTokens, hundredthsOf } from '../prompts/estimate_tokens.ts'
import { readableBy } from '../prompts/hidden_texts.ts'
import { planReply } from '../prompts/plan_reply.ts'
import type { PromptInput, PromptMessage } from '../prompts/prompt_input.ts'
import { recordPrompt, viewPrompt, type RecordedPart, type WriteConversation } from '../prompts/prompt_record.ts'

/*
 * Two characters differ only in their hidden texts, which have the same estimated tokens. Nothing that the user of a chat can see of a
 * prompt may differ. Texts that make a difference, such as keys, macros and decorators, occur on both sides.
 */

const userId = 'user'

/** A provider whose conversations begin and end with the user. */
const strict: WriteConversation = ({ system, messages }) => {
  const opening = messages[0]?.role === 'user' ? [] : [{ role: 'user' as const, content: '[Begin.]' }]
  const end = messages.at(-1)?.role === 'user' ? [] : [{ role: 'user' as const, content: '[Go on.]' }]
  return { messages: [{ role: 'system', content: system }, ...opening, ...messages, ...end] }
}
const words = ['kraken', 'tide', 'harbour', 'night', 'whale', 'Mo', 'anchor', 'Robin', 'secret', '7']
const textMacros = ['description', 'personality', 'scenario', 'mesExamples', 'persona', 'char', 'user', 'lastMessage']
const pieces = [
  ...words,
  ...words.map((word) => `The ${word} sleeps. `),
  ...textMacros.map((name) => `{{${name}}}`),
  '{{random:kraken,tide}}',
  '{{roll:d20}}',
  '{{original}}',
  '{{hidden_key:kraken}}',
  '\n<START>\n',
  '\n\n',
  '<<end>>',
  'Море спит. ',
  '海',
]
const decorators = ['activate', 'dont_activate', 'scan_depth 9', 'additional_keys tide,whale', 'exclude_keys night']
const placements = ['depth 2', 'role assistant', 'position before_desc', 'disable_ui_prompt system_prompt']

const textOf = (max: number) =>
  fc
    .tuple(fc.array(fc.constantFrom(...pieces), { maxLength: 8 }), fc.integer({ min: 1, max }))
    .map(([parts, times]) => parts.join('').repeat(times))
const shortText = textOf(1)

/** The texts of a weight class, so that replacing one unit by another of its class keeps the estimated tokens. */
const classes = ['etaoin ', 'KTRM', '\n7', '{}<>:.,@_'].map((units) => [...units])

/** Returns another text with the same estimated tokens: each unit becomes another one of its class, by chance. */
const scrambled = (text: string, seed: number): string => {
  let state = seed
  const next = (below: number) => {
    state = (Math.imul(state, 1_103_515_245) + 12_345) >>> 0
    return (state >>> 8) % below
  }
  const weightOf = (unit: string) => hundredthsOf(compositionOf(unit))
  return Array.from({ length: text.length }, (_, at) => {
    const unit = text.charAt(at)
    const same = classes.find(([first]) => weightOf(first!) === weightOf(unit))
    return same ? same[next(same.length)]! : unit
  }).join('')
}

/** A hidden text and its counterpart. */
const hiddenText = (max: number) =>
  fc.tuple(textOf(max), fc.nat(), fc.boolean()).map(([text, seed, isFlipped]): [string, string] => {
    // Blank texts have no part, so both are blank or none is.
    const given = text.trim() === '' ? '' : `x${text}x`
    const other = given && `x${scrambled(given.slice(1, -1), seed)}x`
    return isFlipped ? [other, given] : [given, other]
  })

const key = fc.oneof(
  fc.constantFrom(...words),
  fc.constantFrom('/[a-z]rak.n/i', '/./s', '/x/', '{{personality}}', '{{description}}', '/{{scenario}}/', '{{char}}')
)
const entryRules = fc.record({
  keys: fc.array(key, { maxLength: 3 }),
  secondaryKeys: fc.array(key, { maxLength: 2 }),
  selective: fc.boolean(),
  logic: fc.constantFrom(...keyLogics),
  constant: fc.boolean(),
  order: fc.integer({ min: 0, max: 200 }),
  ignoreBudget: fc.boolean(),
  position: fc.constantFrom(...entryPositions),
  depth: fc.integer({ min: 0, max: 5 }),
  role: fc.constantFrom('system' as const, 'user' as const, 'assistant' as const),
  wholeWords: fc.constantFrom(true, false, null),
  useRegex: fc.boolean(),
  scanDepth: fc.constantFrom(null, 0, 1, 9),
  probability: fc.constantFrom(50, 100),
  delayUntilRecursion: fc.constantFrom(0, 0, 1),
  groups: fc.subarray(['weather']),
  groupScoring: fc.constantFrom(true, null),
  sticky: fc.constantFrom(0, 2),
  cooldown: fc.constantFrom(0, 2),
  alsoReads: fc.subarray([...loreSources]),
})
const lines = fc
  .subarray([...decorators, ...placements], { maxLength: 2 })
  .map((names) => names.map((name) => `@@${name}\n`).join(''))

const ownEntry = fc
  .tuple(entryRules, lines, textOf(20), fc.boolean())
  .map(([rules, lines, text, enabled]) => ({ ...rules, enabled, content: lines + text }))
/** Everything about a hidden entry may differ, apart from the tokens of its content. */
const hiddenEntry = fc
  .tuple(entryRules, entryRules, lines, textOf(20), fc.nat())
  .map(([one, other, lines, text, seed]): [Partial<LoreEntry>, Partial<LoreEntry>] => {
    const content = lines + text
    return [
      { ...one, content },
      { ...other, content: scrambled(content, seed) },
    ]
  })
const bookRules = fc.record({
  scanDepth: fc.constantFrom(null, 4),
  tokenBudget: fc.constantFrom(null, null, 60),
  recursive: fc.constantFrom(null, true, false),
})
const bookOf = (
  id: string,
  origin: LoreBook['origin'],
  entries: readonly Partial<LoreEntry>[],
  rules: Pick<LoreBook, 'scanDepth' | 'tokenBudget' | 'recursive'>
): LoreBook => ({
  id,
  origin,
  ...rules,
  entries: entries.map((entry, index) => ({ ...blankEntry, name: `${id} ${index}`, ...entry, id: `${id}-${index}` })),
})

const role = fc.constantFrom('system' as const, 'user' as const, 'assistant' as const)
const scenes = fc.record({
  rights: fc.constantFrom(
    { definitionPublic: false, allowForks: false },
    { definitionPublic: true, allowForks: false },
    { definitionPublic: false, allowForks: true }
  ),
  hidden: fc.record({
    backstory: hiddenText(60),
    personality: hiddenText(60),
    scenario: hiddenText(20),
    exampleDialogue: hiddenText(60),
    systemPrompt: hiddenText(20),
    postHistoryInstructions: hiddenText(20),
    depthNote: hiddenText(20),
  }),
  depthNotes: fc.tuple(
    fc.record({ depth: fc.integer({ min: 0, max: 4 }), role }),
    fc.record({ depth: fc.integer({ min: 0, max: 4 }), role })
  ),
  description: shortText,
  nickname: fc.constantFrom('', 'Captain'),
  persona: fc.record({
    lorebookIds: fc.constant([]),
    name: fc.constantFrom('Robin', 'R', 'kraken '.repeat(30)),
    description: textOf(10),
    personality: shortText,
    background: shortText,
  }),
  pins: fc.uniqueArray(shortText, { maxLength: 3 }),
  pinDepth: fc.integer({ min: 0, max: 4 }),
  note: fc.option(fc.record({ text: textOf(10), depth: fc.integer({ min: 0, max: 4 }), role })),
  nudge: fc.option(shortText),
  summary: fc.option(shortText),
  length: fc.constantFrom(null, 'short' as const),
  contents: fc.array(textOf(40), { minLength: 2, maxLength: 12 }),
  others: fc.constantFrom([], [], [{ name: 'Una', description: 'A {{personality}} diver.' }]),
  hiddenOther: fc.option(hiddenText(60)),
  isImpersonated: fc.boolean(),
  isContinued: fc.boolean(),
  ratio: fc.constantFrom(1, 1, 0.7, 1.3),
  tokensMax: fc.constantFrom(undefined, undefined, 1_200),
  contextTokens: fc.constantFrom(1_500, 4_096, 8_192),
  chatEntries: fc.array(ownEntry, { maxLength: 4 }),
  globalEntries: fc.array(ownEntry, { maxLength: 3 }),
  hiddenEntries: fc.array(hiddenEntry, { maxLength: 5 }),
  hiddenRules: fc.tuple(bookRules, bookRules),
  ownRules: bookRules,
})
type Sample = typeof scenes extends fc.Arbitrary<infer Value> ? Value : never

type Side = 0 | 1

/** The sheet of one side. Texts that the user may read are the same on both sides. */
const sheetOf = ({ rights, hidden, depthNotes, description, nickname }: Sample, side: Side): CharacterSheet => {
  const isDefinitionHidden = !rights.definitionPublic && !rights.allowForks
  const definition = (name: 'backstory' | 'personality' | 'scenario') => hidden[name][isDefinitionHidden ? side : 0]
  const instruction = (name: 'exampleDialogue' | 'systemPrompt' | 'postHistoryInstructions' | 'depthNote') =>
    hidden[name][rights.allowForks ? 0 : side]
  return {
    id: 'character',
    version: 1,
    name: 'Mo',
    nickname,
    description,
    backstory: definition('backstory'),
    personality: definition('personality'),
    scenario: definition('scenario'),
    firstMessage: '',
    greeting: '',
    exampleDialogue: instruction('exampleDialogue'),
    systemPrompt: instruction('systemPrompt'),
    postHistoryInstructions: instruction('postHistoryInstructions'),
    depthNote: { text: instruction('depthNote'), ...depthNotes[rights.allowForks ? 0 : side] },
    lorebookIds: ['hidden'],
    tags: [],
    ownerId: 'creator',
    ...rights,
  }
}

/** Matches in this process, without a limit of time. */
const matcher: Pick<PatternMatcher, 'match'> = {
  match: ({ patterns, messages, sources, notes, entries }) =>
    Promise.resolve({
      tookMs: 0,
      found: patterns.map(({ id, source, flags }) => {
        const matches = (text: string) => new RegExp(source, flags).test(text)
        const at = messages.findIndex(matches)
        return {
          id,
          messages: at === -1 ? null : at + 1,
          sources: sources.flatMap(([name, text]) => (matches(text) ? [name] : [])),
          inNotes: notes.some(matches),
          entries: entries.flatMap(([name, text]) => (matches(text) ? [name] : [])),
        }
      }),
    }),
}

/** Prepares a reply and then shows the next prompt. Returns what the user can see, and the prompt that the model gets. */
const observe = async (scene: Sample, side: Side) => {
  const { persona, contents, isImpersonated, isContinued, others, contextTokens, ratio, tokensMax } = scene
  const sheet = sheetOf(scene, side)
  const books = [
    bookOf('chat', 'chat', scene.chatEntries, scene.ownRules),
    bookOf('global', 'global', scene.globalEntries, scene.ownRules),
    bookOf(
      'hidden',
      'character',
      scene.hiddenEntries.map((sides) => sides[side]),
      scene.hiddenRules[side]
    ),
  ]
  let state: LoreState = emptyState
  const lore = new ChatLore(
    {
      rawQuery: (sql: string, values: [string]) => {
        if (sql.startsWith('UPDATE')) state = JSON.parse(values[0]) as LoreState
        const row = { lore_state: state, message_count: contents.length, answer_count: 1, greeting: 0 }
        return Promise.resolve({ rows: [row] })
      },
    } as unknown as Database,
    { readForReply: () => Promise.resolve(books) } as unknown as Lore,
    matcher as PatternMatcher,
    {
      warn: (details: unknown) => {
        throw new Error(JSON.stringify(details))
      },
    } as unknown as Logger
  )
  const readable = readableBy(userId, sheet)
  const history = contents.map((content, index): PromptMessage => {
    const isUser = index % 2 === (isContinued ? 0 : 1)
    return { id: `m${index}`, isUser, content, at: index * 60_000, position: index }
  })
  const macros = { seed: 'seed', chatId: 'chat', at: 9_000_000, timeZone: 'UTC', model: 'Basic' }
  const tier = { contextTokens, outputTokensMax: 400 }
  const texts = { sheet, readable, persona, history, macros }
  const loreInput = {
    ...texts,
    userId,
    sessionId: 's',
    messageId: null,
    chatBooks: ['chat'],
    alwaysOn: ['global'],
    tier,
  }
  await lore.forReply(loreInput)
  const { used, views, dropped, hiddenLoreTokens } = await lore.preview(loreInput)
  const input: Omit<PromptInput, 'contextTokens' | 'outputTokensMax'> = {
    ...texts,
    lore: used,
    hiddenLoreTokens,
    dropped,
    others: scene.hiddenOther
      ? [...others, { name: 'Ivo', description: scene.hiddenOther[side], isHidden: true }]
      : others,
    isImpersonated,
    isContinued,
    pins: scene.pins,
    pinDepths: scene.pins.length > 0 ? { [scene.pins[0]!]: scene.pinDepth } : null,
    note: scene.note,
    nudge: scene.nudge,
    summary: scene.summary === null ? null : { text: scene.summary, upTo: null },
    length: scene.length,
  }
  const plan = planReply(tier, input, {
    ratioOf: (script) => (script === 'latin' ? ratio : ratio * 1.1),
    ...(tokensMax && { tokensMax }),
  })
  const { parts, kept, cut, tokens, fits, script, names, cast } = plan
  const view = viewPrompt(recordPrompt(plan, strict), readable)
  return {
    prompt: promptOf(plan),
    plan,
    seen: {
      view,
      views,
      // Only readable books have effects that could show in later prompts.
      state: Object.values(state).map((effects) =>
        Object.entries(effects).filter(([name]) => !name.startsWith('hidden'))
      ),
      meter: [...Map.groupBy(parts, ({ kind }) => kind)].map(([kind, same]) => [
        kind,
        same.reduce((sum, { tokens }) => sum + tokens, 0),
      ]),
      kept: kept.map(({ message, tokens, cutTokens, content }) => [message.id, tokens, cutTokens, content]),
      cut,
      total: [tokens, fits, script, plan.ratio, hiddenLoreTokens],
      names,
      cast,
    },
  }
}

test.group('Hidden texts', () => {
  test('make no difference that the user of a chat can see', async ({ assert }) => {
    await fc.assert(
      fc.asyncProperty(scenes, async (scene) => {
        const [one, other] = await Promise.all([observe(scene, 0), observe(scene, 1)])
        if (JSON.stringify(other.seen) !== JSON.stringify(one.seen)) assert.deepEqual(other.seen, one.seen)
        for (const { text, tokens } of one.seen.view.parts) if (text === null) assert.equal(tokens % 256, 0)
      }),
      { numRuns: 60 }
    )
  }).timeout(120_000)

  test('reach the model, within the tokens that are reserved for them', async ({ assert }) => {
    let differing = 0
    await fc.assert(
      fc.asyncProperty(scenes, async (scene) => {
        const { plan, prompt, seen } = await observe({ ...scene, ratio: 1 }, 0)
        for (const { text, tokens, isHidden, kind } of plan.parts)
          if (isHidden && kind !== 'lore') assert.isAtMost(text === '' ? 0 : estimateTokens(text), tokens)
        const other = await observe({ ...scene, ratio: 1 }, 1)
        if (JSON.stringify(prompt) !== JSON.stringify(other.prompt)) differing++
        const sent = [prompt.system, ...prompt.messages.map(({ content }) => content)]
        const estimated = sent.reduce((sum, text) => sum + estimateTokens(text), 0)
        if (seen.total[1]) assert.isAtMost(estimated, plan.tokens + 8 * plan.parts.length)
      }),
      { numRuns: 30 }
    )
    assert.isAbove(differing, 10)
  }).timeout(120_000)

  test('and their lengths are left out of prompts that earlier releases kept', ({ assert }) => {
    const part = (kind: RecordedPart['kind'], title: string, tokens: number, more: Partial<RecordedPart> = {}) => ({
      kind,
      title,
      tokens,
      text: `<<${title}>>`,
      role: 'system' as const,
      isHidden: false,
      ...more,
    })
    const said = (id: string, isHidden = false) => {
      return { id, position: null, tokens: 10, cutTokens: 0, text: id, content: id, isHidden }
    }
    const view = viewPrompt(
      {
        parts: [
          part('character', 'Who Mo is', 30),
          part('character', 'Personality', 31),
          part('lore', 'World', 40, { isHidden: true }),
          part('lore', 'World', 41, { isHidden: true, role: 'user' }),
          part('pins', 'What holds in this story', 12, { role: 'user' }),
        ],
        messages: [
          { role: 'user', pieces: [said('a'), { part: 4 }] },
          { role: 'assistant', pieces: [{ part: 3 }] },
          { role: 'user', pieces: [said('b', true)] },
        ],
        cut: [
          { text: 'backstory', tokens: 5 },
          { text: 'pins', tokens: 6 },
        ],
        tokens: 184,
      },
      { all: false, definitionPublic: false }
    )
    assert.deepEqual(
      view.parts.map(({ text, tokens, role }) => [text, tokens, role]),
      [
        ['<<Who Mo is>>', 30, 'system'],
        [null, 256, 'system'],
        [null, 256, 'system'],
        ['<<What holds in this story>>', 12, 'user'],
      ]
    )
    assert.deepEqual(view.messages, [
      {
        role: 'user',
        pieces: [{ messageId: 'a', tokens: 10, text: 'a' }, { part: 3 }, { messageId: 'b', tokens: 256, text: null }],
      },
    ])
    assert.deepEqual(view.cut, [
      { text: 'backstory', tokens: 256 },
      { text: 'pins', tokens: 6 },
    ])
    assert.equal(view.tokens, 30 + 256 + 256 + 12 + 10 + 256)
  })
})

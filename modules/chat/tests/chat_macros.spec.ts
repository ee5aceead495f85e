import { test } from '@japa/runner'
import { limits as gallery } from '#modules/gallery/api'
import type { CharacterSheet } from '#modules/gallery/index'
import { macroLimits } from '#modules/kernel/macros'
import { macrosOf } from '../prompts/prompt_macros.ts'
import { buildPrompt } from '../prompts/build_prompt.ts'
import { planPrompt } from '../prompts/plan_prompt.ts'
import type { PromptInput, PromptMacros } from '../prompts/prompt_input.ts'
import { fillMessage, RecentMessages, scopeTexts, type MacroMessage, type MacroScope } from '../prompts/chat_macros.ts'

const minute = 60_000
/** Monday, 23 November 2026, 18:05 UTC. */
const at = Date.UTC(2026, 10, 23, 18, 5)

const sheet: CharacterSheet = {
  id: 'c',
  version: 1,
  nickname: '',
  name: 'Ada',
  description: 'Keeps bees.',
  personality: 'Patient with {{user}}.',
  backstory: '{{char}} grew up by the sea.',
  scenario: 'A garden.',
  firstMessage: '',
  greeting: '',
  exampleDialogue: '{{char}}: Buzz.',
  systemPrompt: '',
  postHistoryInstructions: '',
  depthNote: null,
  lorebookIds: [],
  tags: [],
  ownerId: 'o',
  definitionPublic: true,
  allowForks: false,
}
const persona = { name: 'Robin', description: 'Tall.', personality: ' ', background: 'Born to {{char}}.' }
const macros: PromptMacros = { seed: 'reply', chatId: 'chat', at, timeZone: 'Europe/Berlin', model: 'Standard' }

const message = (id: string, content: string, minutesAgo: number, isUser = true) => ({
  id,
  isUser,
  content,
  at: at - minutesAgo * minute,
})

const input = (more: Partial<PromptInput>): PromptInput => ({
  sheet,
  persona,
  pins: [],
  history: [],
  contextTokens: 4_096,
  outputTokensMax: 400,
  macros,
  ...more,
})

/** Returns the text of each message as the browser shows it. The browser finds the earlier messages in its store. */
const shown = (messages: readonly MacroMessage[]) => {
  const scope: MacroScope = {
    char: 'Ada',
    user: 'Robin',
    chatId: 'chat',
    timeZone: 'Europe/Berlin',
    texts: scopeTexts(sheet, persona),
  }
  return messages.map((one, index) =>
    fillMessage(one, scope, 'reader', () => messages.slice(0, index).toReversed()).trim()
  )
}

test.group('Macros of a chat', () => {
  test('are the same in the prompt as on the screen', ({ assert }) => {
    const history = [
      message('1', '{{pick:red,green,blue,black}} {{random:Hi,Hello,Good day,Welcome}}, {{user}}! {{time}}', 90, false),
      message('2', 'I am <USER>. {{roll:1000}} {{roll:1000}}', 60),
      message('3', '{{lastMessage}} {{lastUserMessage}} {{lastCharMessage}}', 59, false),
      message('4', '{{isodate}} {{isotime}} {{weekday}} {{idle_duration}} {{description}} {{persona}}', 0),
      message('5', '{{pick:red,green,blue,black}} {{personality}} {{scenario}} {{mesExamples}}', 0, false),
      message('6', 'a\n\n{{trim}}\n\nb {{reverse:{{char}}}} {{datetimeformat DD.MM. HH:mm}} {{time_UTC+2}}', 0),
    ]
    const sent = planPrompt(input({ history })).kept.map(({ content }) => content)
    assert.deepEqual(sent, shown(history))
    assert.match(sent[1]!, /^I am Robin\. \d+ \d+$/)
    assert.equal(sent[3], '2026-11-23 19:05 Monday an hour Ada grew up by the sea. Tall.\nBorn to Ada.')
    assert.equal(sent[4]!.replace(/^\w+ /, ''), 'Patient with Robin. A garden. Ada: Buzz.')
    assert.equal(sent[5], 'ab adA 23.11. 19:05 8:05 PM')
    // {{pick}} depends only on the chat and the place in the text.
    assert.equal(sent[0]!.split(' ')[0], sent[4]!.split(' ')[0])
  })

  test('insert other messages filled in, and do not read the result again', ({ assert }) => {
    const history = [message('1', 'I am {{user}}. {{lastMessage}}', 2), message('2', '{{lastMessage}}', 1, false)]
    const [, second] = shown(history)
    assert.equal(second, 'I am Robin. {{lastMessage}}')
    assert.equal(planPrompt(input({ history })).kept[1]!.content, 'I am Robin. {{lastMessage}}')
  })

  test('stay as written on the screen until the server knows the message', ({ assert }) => {
    const [text] = shown([{ id: null, isUser: true, content: '{{user}} {{roll:6}} {{time}} {{random:a,b}}', at: null }])
    assert.equal(text, 'Robin {{roll:6}} {{time}} {{random:a,b}}')
  })

  test('give prompts the time, the idle time and the dice of the reply', ({ assert }) => {
    const history = [message('1', 'Hello', 90), message('2', 'Yes?', 89, false), message('3', 'Well', 0)]
    const scenario =
      'It is {{weekday}}, {{time}}, after {{idle_duration}}. {{model}} read "{{lastMessage}}". {{comment: x}}{{unknown}}{{roll:1000}}'
    const { system } = buildPrompt(input({ sheet: { ...sheet, scenario }, history }))
    assert.match(system, /^It is Monday, 7:05 PM, after 2 hours\. Standard read "Well"\. \{\{unknown\}\}\d+$/m)
    const again = (seed: string) =>
      buildPrompt(input({ sheet: { ...sheet, scenario }, history, macros: { ...macros, seed } })).system
    assert.equal(again('reply'), system)
    assert.notEqual(again('reply 1'), system)
  })

  test('leave dice and times as written in a plan without a reply', ({ assert }) => {
    const { macros: _, ...form } = input({
      sheet: { ...sheet, scenario: '{{time}}{{roll:6}}{{pick:a,b}}{{idle_duration}}A garden.' },
    })
    assert.include(buildPrompt(form).system, '{{time}}{{roll:6}}{{pick:a,b}}{{idle_duration}}A garden.')
  })

  test('call the character by its nickname', ({ assert }) => {
    const { system, cast } = buildPrompt(input({ sheet: { ...sheet, nickname: 'Addie' } }))
    assert.include(system, 'Addie grew up by the sea.')
    assert.equal(cast.character.name, 'Addie')
  })

  test('insert a bounded amount of text into a prompt', ({ assert }) => {
    const backstory = 'x'.repeat(100_000)
    const history = Array.from({ length: 40 }, (_, index) => message(`${index}`, '{{description}}'.repeat(100), 1))
    const { kept } = planPrompt(input({ sheet: { ...sheet, backstory }, history, contextTokens: 10_000_000 }))
    const length = kept.reduce((sum, { content }) => sum + content.length, 0)
    assert.isAtMost(length, 1_000_000)
    assert.isAtLeast(length, 100_000)
    // Texts that turn out empty are bounded, too, because each is read before that is known.
    const empty = { ...sheet, backstory: '{{noop}}'.repeat(12_500) }
    assert.isAtMost(planPrompt(input({ sheet: empty, history })).tokens, 4_096)
  })

  test('remember the newest message of each author', ({ assert }) => {
    const recent = new RecentMessages()
    assert.deepEqual([...recent.newestFirst()], [])
    for (const [id, isUser] of [
      ['1', true],
      ['2', false],
      ['3', false],
    ] as const)
      recent.push(message(id, '', 0, isUser))
    assert.deepEqual(
      [...recent.newestFirst()].map(({ id }) => id),
      ['3', '1']
    )
  })
})

test.group('The largest permitted texts of a prompt', () => {
  const text = (unit: string, length: number) => unit.repeat(Math.floor(length / unit.length))

  for (const unit of ['{{char}}', '<user>', '{{time}} ', '{{a:', '{{', '{{mesExamples}}', '{{lastMessage}}'])
    test(`have bounded macros: ${unit}`, ({ assert }) => {
      const { formatToParts } = Intl.DateTimeFormat.prototype
      let formatted = 0
      Intl.DateTimeFormat.prototype.formatToParts = function (...given) {
        formatted++
        return formatToParts.apply(this, given)
      }
      try {
        const sheet = {
          name: 'Ada',
          description: '',
          personality: text(unit, gallery.personalityMax),
          backstory: text(unit, gallery.backstoryMax),
          scenario: text(unit, gallery.scenarioMax),
          exampleDialogue: text(unit, gallery.exampleDialogueMax),
        }
        const persona = { name: 'Robin', description: '', personality: '', background: '' }
        const history = Array.from({ length: 17 }, (_, n) => {
          return { id: `m${n}`, isUser: n % 2 === 0, content: text(unit, n === 0 ? 1_000_000 : 8_000), at: n * 60_000 }
        })
        const macros = { seed: 's', chatId: 'c', at: 3_600_000, timeZone: 'Europe/Berlin', model: 'Basic' }
        const { fill, fillHistory } = macrosOf({ sheet, persona, history, macros })
        const written = [sheet.personality, sheet.backstory, sheet.scenario, sheet.exampleDialogue]
        const filled = [...written.map(fill), ...fillHistory().map(({ text }) => text)]
        const values = filled.reduce((sum, text) => sum + (text.match(/Ada|Robin/g)?.length ?? 0), 0)
        assert.isAtMost(values, macroLimits.braces)
        assert.isAtMost(formatted, history.length + 1)
        const length = [...written, ...history.map(({ content }) => content)].reduce(
          (sum, { length }) => sum + length,
          0
        )
        assert.isAtMost(
          filled.reduce((sum, { length }) => sum + length, 0),
          length + 1_000_000
        )
      } finally {
        Intl.DateTimeFormat.prototype.formatToParts = formatToParts
      }
    })
})

import { MessageReader, parseMessage } from '#modules/gallery/api'
import { voiceLimits } from '#modules/voice/api'
import { expect, test } from 'vitest'
import { SpeechGroups, type NarratorKind } from './speech_groups.ts'
import { spokenPieces, type SpokenPiece } from './spoken_text.ts'

const groupsOf = (text: string, narrator: NarratorKind = 'same') =>
  new SpeechGroups(narrator).take(spokenPieces(parseMessage(text)), true)

/** The groups of a text that arrives in steps. */
const streamed = (text: string, narrator: NarratorKind, step: number) => {
  const [groups, reader] = [new SpeechGroups(narrator), new MessageReader()]
  const spoken: SpokenPiece[] = []
  for (let end = step; end < text.length; end += step)
    spoken.push(...groups.take(spokenPieces(reader.read(text.slice(0, end), true)), false))
  return [...spoken, ...groups.take(spokenPieces(parseMessage(text)), true)]
}

const message = [
  '*She looks up.* “Stay a little,” she says. “It is **warm** here. The tide turns below the window, and the lamp is lit.”',
  '',
  '- one.  Two!',
  '',
  '',
  '- three',
  '',
  'The rest of the story is told at some length, so that it takes more than one group of sentences to tell it. It goes on like this. And on. “Really?” And on, until the end',
].join('\n')

test('speaks what readers see, without marks', () => {
  expect(groupsOf('**Hm.** See ~~this~~ `code` and ||the end||.').map(({ text }) => text)).toEqual([
    'Hm.',
    'See this code and ….',
  ])
  expect(groupsOf('* * *\n\n…\n\n***')).toEqual([])
})

test('makes the same groups however a text arrives', () => {
  for (const narrator of ['same', 'other', 'none'] as const) {
    const whole = groupsOf(message, narrator)
    for (const step of [1, 2, 7, 50]) expect(streamed(message, narrator, step)).toEqual(whole)
  }
})

test('begins with one sentence, and groups the next ones', () => {
  const groups = groupsOf('Yes. And then. And then? And then! The end.')
  expect(groups.map(({ text }) => text)).toEqual(['Yes.', 'And then. And then? And then! The end.'])
})

test('gives speech and narration to their voices, or leaves narration out', () => {
  const text = '*She nods.* “Stay,” she says. “Please.”'
  expect(groupsOf(text, 'other')).toEqual([
    { text: 'She nods.', isSpeech: false },
    { text: '“Stay,”', isSpeech: true },
    { text: 'she says.', isSpeech: false },
    { text: '“Please.”', isSpeech: true },
  ])
  expect(groupsOf(text, 'none').map(({ text }) => text)).toEqual(['“Stay,”', '“Please.”'])
})

test('keeps groups within what the server speaks, whatever the sentences', () => {
  const texts = ['a'.repeat(40_000), 'word '.repeat(9_000), '𝒜'.repeat(20_000), 'A sentence. '.repeat(4_000)]
  for (const text of texts) {
    const groups = groupsOf(text)
    for (const group of groups) {
      expect(group.text.length).toBeLessThanOrEqual(voiceLimits.textMax)
      expect(group.text.isWellFormed()).toBe(true)
    }
    const spoken = groups.reduce((length, group) => length + group.text.length, 0)
    expect(spoken).toBeLessThanOrEqual(voiceLimits.messageMax)
    expect(spoken).toBeGreaterThan(voiceLimits.messageMax - 400)
  }
})

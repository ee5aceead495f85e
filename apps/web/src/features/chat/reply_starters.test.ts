import { expect, test } from 'vitest'
import { replyStarters } from './reply_starters.ts'

const character = { category: 'General', tags: [] as string[], firstMessage: 'Sit down.', greeting: null }
const names = { character: 'Mara Venn', user: 'Robin' }

test('follow the category, else a tag, ignoring case', () => {
  const [mystery] = replyStarters({ ...character, category: 'Mystery' }, names)
  const [tagged] = replyStarters({ ...character, tags: ['Sea', 'MYSTERY'] }, names)
  const [usual] = replyStarters({ ...character, category: 'constructor' }, names)
  expect(tagged).toBe(mystery)
  expect(usual).not.toBe(mystery)
})

test('are an action, a question and a greeting with both names', () => {
  const [action, question, greeting] = replyStarters(character, names)
  expect(action).toMatch(/^\*I .*\*/)
  expect(question).toMatch(/\?$/)
  expect(greeting).toBe('Hi, Mara. I’m Robin.')
  expect(replyStarters(character, { ...names, user: null })[2]).toBe('Hi, Mara. Good to meet you.')
  expect(replyStarters(character, { ...names, character: 'Lord Kagerou' })[2]).toBe('Hi, Lord Kagerou. I’m Robin.')
  expect(replyStarters(character, { ...names, character: 'W'.repeat(80) })[2]).toBe('Hi. I’m Robin.')
})

test('answer the question that the first message ends with', () => {
  const question = (firstMessage: string) => replyStarters({ ...character, firstMessage }, names)[1]
  expect(question('*She looks up.* "What brings you here?"')).toBe('That depends. Why do you ask?')
  expect(question('Who? Sit down.')).not.toBe('That depends. Why do you ask?')
})

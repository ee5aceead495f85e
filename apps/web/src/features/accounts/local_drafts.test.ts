import { beforeEach, expect, test } from 'vitest'
import { ownWords } from './local_drafts.ts'

const words = ['facet:draft:one:two', 'facet:outbox:two', 'facet:comment:me:one', 'facet:character-draft:me:new']
const others = ['facet:model', 'facet:daily-reward-next:me', 'theme']

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  for (const key of [...words, ...others]) localStorage.setItem(key, 'kept')
  sessionStorage.setItem('facet:pictures:me', 'kept')
})

const left = () => words.filter((key) => localStorage.getItem(key) !== null).length

test('words stay for who comes back, and go when another person signs in', () => {
  ownWords.belongTo('me')
  expect(left()).toBe(words.length)
  ownWords.belongTo('me')
  expect([left(), sessionStorage.getItem('facet:pictures:me')]).toEqual([words.length, 'kept'])
  ownWords.belongTo('somebody else')
  expect([left(), sessionStorage.getItem('facet:pictures:me')]).toEqual([0, null])
  expect(others.map((key) => localStorage.getItem(key))).toEqual(['kept', 'kept', 'kept'])
})

test('words go with who signs out; how the app looks stays', () => {
  ownWords.forget()
  expect([left(), sessionStorage.getItem('facet:pictures:me')]).toEqual([0, null])
  expect(others.map((key) => localStorage.getItem(key))).toEqual(['kept', 'kept', 'kept'])
})

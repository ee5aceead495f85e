import { beforeEach, expect, test } from 'vitest'
import { localDrafts } from './local_drafts.ts'

const drafts = ['facet:draft:one:two', 'facet:outbox:two', 'facet:comment:me:one', 'facet:character-draft:me:new']
const others = ['facet:model', 'facet:daily-reward-next:me', 'theme']

beforeEach(() => {
  localStorage.clear()
  sessionStorage.clear()
  for (const key of [...drafts, ...others]) localStorage.setItem(key, 'kept')
  sessionStorage.setItem('facet:pictures:me', 'kept')
})

const left = () => drafts.filter((key) => localStorage.getItem(key) !== null).length

test('keeps the drafts of a returning user and deletes those of another user', () => {
  localDrafts.assignTo('me')
  expect(left()).toBe(drafts.length)
  localDrafts.assignTo('me')
  expect([left(), sessionStorage.getItem('facet:pictures:me')]).toEqual([drafts.length, 'kept'])
  localDrafts.assignTo('another user')
  expect([left(), sessionStorage.getItem('facet:pictures:me')]).toEqual([0, null])
  expect(others.map((key) => localStorage.getItem(key))).toEqual(['kept', 'kept', 'kept'])
})

test('deletes drafts on sign-out and keeps preferences', () => {
  localDrafts.forget()
  expect([left(), sessionStorage.getItem('facet:pictures:me')]).toEqual([0, null])
  expect(others.map((key) => localStorage.getItem(key))).toEqual(['kept', 'kept', 'kept'])
})

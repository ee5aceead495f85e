import { existsSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findScreen, screenNames, screens } from './screens.ts'

test('href encodes parameters and leaves out an empty query', () => {
  expect(screens.chat.href({ characterId: 'a/b?' })).toBe('/chat/a%2Fb%3F')
  expect(screens.chat.href({ characterId: 'a' }, { new: 'true' })).toBe('/chat/a?new=true')
  expect(screens.settings.href({}, {})).toBe('/settings')
})

test('findScreen respects the audience', () => {
  expect(['visitor', 'member', 'admin'].map((viewer) => findScreen('/', viewer as 'visitor'))).toEqual([
    'landing',
    'gallery',
    'gallery',
  ])
  expect(findScreen('/settings', 'visitor')).toBeNull()
  expect(findScreen('/admin', 'member')).toBeNull()
  expect(findScreen('/admin', 'admin')).toBe('admin')
})

test('findScreen matches whole paths, with or without a slash at the end', () => {
  expect(findScreen('/chat/a/', 'member')).toBe('chat')
  expect(findScreen('/Memory', 'member')).toBe('recentChats')
  for (const path of ['/chat', '/chat/a/b', '/nothing', '/settings.html']) expect(findScreen(path, 'admin')).toBeNull()
})

test.each(screenNames)('the route file of %s exists', (name) => {
  expect(existsSync(join(import.meta.dirname, 'app/routes', `${screens[name].route}.tsx`))).toBe(true)
})

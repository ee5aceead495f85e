import { afterEach, expect, test, vi } from 'vitest'
import { groupByDay } from './group_by_day.ts'

afterEach(() => void vi.unstubAllEnvs())

const groupNames = (now: Date, ...dates: Date[]) =>
  groupByDay(
    dates.map((date) => ({ createdAt: date.toISOString() })),
    { now }
  ).map(({ name, items }) => [name, items.length])

test('groups by the local day', () => {
  vi.stubEnv('TZ', 'America/New_York')
  const now = new Date(2026, 0, 1, 0, 10)
  const days = [
    new Date(2026, 0, 1, 0, 5),
    new Date(2025, 11, 31, 23, 50),
    new Date(2025, 11, 31, 0, 0),
    new Date(2025, 11, 30, 23, 59),
  ]
  expect(groupNames(now, ...days)).toEqual([
    ['Today', 1],
    ['Yesterday', 2],
    ['December 30, 2025', 1],
  ])
})

test('finds yesterday across clock changes', () => {
  vi.stubEnv('TZ', 'Europe/Berlin')
  // The clock changes on March 29 and October 25.
  expect(groupNames(new Date(2026, 2, 30, 0, 30), new Date(2026, 2, 29, 12), new Date(2026, 2, 28, 23, 45))).toEqual([
    ['Yesterday', 1],
    ['March 28, 2026', 1],
  ])
  expect(groupNames(new Date(2026, 9, 25, 23, 30), new Date(2026, 9, 25, 0, 15), new Date(2026, 9, 24, 12))).toEqual([
    ['Today', 1],
    ['Yesterday', 1],
  ])
})

test('adds the weekday on request', () => {
  const items = [{ createdAt: new Date(2026, 0, 5, 12).toISOString() }]
  expect(groupByDay(items, { hasWeekday: true, now: new Date(2026, 5, 1) })[0]?.name).toBe('Monday, January 5, 2026')
})

import { expect, test, vi } from 'vitest'
import { browser } from './browser.ts'

function someTab() {
  const replace = vi.fn()
  const tab = {
    closed: false,
    opener: window as unknown,
    document: document.implementation.createHTMLDocument(),
    location: { replace },
    close: vi.fn(),
  }
  vi.spyOn(window, 'open').mockReturnValue(tab as unknown as Window)
  return { tab, replace }
}

test('a reserved tab is there at once, can’t reach back, and goes where it is told later', () => {
  const { tab, replace } = someTab()
  const reserved = browser.reserveTab('One moment')
  expect(window.open).toHaveBeenCalledWith('', '_blank')
  expect(tab.opener).toBeNull()
  expect(tab.document.title).toBe('One moment')
  reserved.goTo('https://pay.example.test/')
  expect(replace).toHaveBeenCalledWith('https://pay.example.test/')
})

test('a reserved tab that the reader has closed goes nowhere', () => {
  const { tab, replace } = someTab()
  const reserved = browser.reserveTab('One moment')
  tab.closed = true
  reserved.goTo('https://pay.example.test/')
  expect(replace).not.toHaveBeenCalled()
})

test('a reserved tab can be given up', () => {
  const { tab } = someTab()
  browser.reserveTab('One moment').close()
  expect(tab.close).toHaveBeenCalledOnce()
})

test('where the tab is blocked, this one goes', () => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  const leaveTo = vi.spyOn(browser, 'leaveTo').mockImplementation(() => {})
  const reserved = browser.reserveTab('One moment')
  reserved.close()
  expect(leaveTo).not.toHaveBeenCalled()
  reserved.goTo('https://pay.example.test/')
  expect(leaveTo).toHaveBeenCalledWith('https://pay.example.test/')
})

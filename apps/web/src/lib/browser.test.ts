import { expect, test, vi } from 'vitest'
import { browser } from './browser.ts'

function mockTab() {
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

test('reserveTab opens a tab at once, without an opener, and navigates it later', () => {
  const { tab, replace } = mockTab()
  const reserved = browser.reserveTab('One moment')
  expect(window.open).toHaveBeenCalledWith('', '_blank')
  expect(tab.opener).toBeNull()
  expect(tab.document.title).toBe('One moment')
  reserved.goTo('https://pay.example.test/')
  expect(replace).toHaveBeenCalledWith('https://pay.example.test/')
})

test('a reserved tab that the reader closed is not navigated', () => {
  const { tab, replace } = mockTab()
  const reserved = browser.reserveTab('One moment')
  tab.closed = true
  reserved.goTo('https://pay.example.test/')
  expect(replace).not.toHaveBeenCalled()
})

test('a reserved tab can be closed', () => {
  const { tab } = mockTab()
  browser.reserveTab('One moment').close()
  expect(tab.close).toHaveBeenCalledOnce()
})

test('the current tab navigates when the browser blocks the new one', () => {
  vi.spyOn(window, 'open').mockReturnValue(null)
  const leaveTo = vi.spyOn(browser, 'leaveTo').mockImplementation(() => {})
  const reserved = browser.reserveTab('One moment')
  reserved.close()
  expect(leaveTo).not.toHaveBeenCalled()
  reserved.goTo('https://pay.example.test/')
  expect(leaveTo).toHaveBeenCalledWith('https://pay.example.test/')
})

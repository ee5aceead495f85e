import { act, fireEvent, render, screen } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { Toaster } from '../src/components/ui/toaster.tsx'
import { toast, toastFailure } from '../src/lib/toasts.ts'

beforeEach(() => {
  vi.useFakeTimers()
  render(<Toaster />)
})

const shown = () => [...document.querySelectorAll('li[data-state="open"]')].map((element) => element.textContent)

test('shows one toast at a time, the newest', () => {
  act(() => toast('Chat Deleted', 'Chat session has been deleted successfully'))
  act(() => toastFailure('Error', 'Failed to delete chat'))
  expect(shown()).toEqual(['ErrorFailed to delete chat'])
  expect(document.querySelector('li[data-destructive]')).toBeTruthy()
})

test('dismisses a toast after five seconds', () => {
  act(() => toast('Chat Deleted'))
  act(() => vi.advanceTimersByTime(4_900))
  expect(shown()).toEqual(['Chat Deleted'])
  act(() => vi.advanceTimersByTime(200))
  expect(shown()).toEqual([])
})

test('shows errors twice as long', () => {
  act(() => toastFailure('Error', 'Failed to delete chat'))
  act(() => vi.advanceTimersByTime(9_900))
  expect(shown()).toEqual(['ErrorFailed to delete chat'])
  act(() => vi.advanceTimersByTime(200))
  expect(shown()).toEqual([])
})

test('waits while the pointer is over it', () => {
  act(() => toast('Chat Deleted'))
  const element = document.querySelector('li[data-state="open"]')!
  fireEvent.pointerMove(element)
  act(() => vi.advanceTimersByTime(20_000))
  expect(shown()).toEqual(['Chat Deleted'])
  fireEvent.pointerLeave(screen.getByRole('region', { name: /Notification/ }))
  act(() => vi.advanceTimersByTime(5_000))
  expect(shown()).toEqual([])
})

test('announces itself as a status', () => {
  act(() => toast('Chat Deleted'))
  act(() => vi.advanceTimersByTime(100))
  expect(screen.getByRole('status').textContent).toBe('Notification Chat Deleted')
})

test('focuses the notifications on F8', () => {
  act(() => toast('Chat Deleted'))
  fireEvent.keyDown(document, { key: 'F8', code: 'F8' })
  expect(screen.getByRole('region', { name: /Notification/ }).contains(document.activeElement)).toBe(true)
})

function swipe(distance: number) {
  const element = document.querySelector('li[data-state="open"]')
  if (!element) throw new Error('no toast is shown')
  fireEvent.pointerDown(element, { button: 0, pointerId: 1, pointerType: 'touch', clientX: 0, clientY: 0 })
  // The first move past the threshold starts the swipe, the second sets its distance.
  fireEvent.pointerMove(element, { pointerId: 1, pointerType: 'touch', clientX: distance / 2, clientY: 0 })
  fireEvent.pointerMove(element, { pointerId: 1, pointerType: 'touch', clientX: distance, clientY: 0 })
  fireEvent.pointerUp(element, { pointerId: 1, pointerType: 'touch', clientX: distance, clientY: 0 })
}

test('dismisses on a swipe of more than 50 px to the right only', () => {
  act(() => toast('Chat Deleted'))
  swipe(45)
  expect(shown()).toEqual(['Chat Deleted'])
  swipe(60)
  expect(shown()).toEqual([])
})

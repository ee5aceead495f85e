import { renderHook } from '@testing-library/react'
import { expect, test } from 'vitest'
import type { MessageStore } from '../src/features/chat/reply/message_store.ts'
import { useMessageWindow } from '../src/features/chat/use_message_window.ts'

test('renders only messages that exist when the first one was removed', () => {
  const rendered: (string | undefined)[][] = []
  const options = {
    store: { item: () => undefined } as unknown as MessageStore,
    scroller: { current: null },
    list: { current: null },
    startsAtEnd: false,
    isFollowing: { current: false },
    pinned: null,
  }
  const { rerender } = renderHook(
    ({ keys }) => rendered.push(useMessageWindow({ ...options, keys }).indexes.map((index) => keys[index])),
    { initialProps: { keys: ['a', 'b', 'c'] } }
  )
  rerender({ keys: ['b', 'c'] })
  expect(new Set(rendered.map(String))).toEqual(new Set(['a,b,c', 'b,c']))
})

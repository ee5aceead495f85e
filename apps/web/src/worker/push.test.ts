import { notificationKinds } from '#modules/notices/api'
import { expect, test } from 'vitest'
import { notificationOf } from './push.ts'
import { isAppAddress } from './requests.ts'

const message = { id: 'n-1', kind: 'reply_finished', href: '/chat/c-1?session=s-1&message=m-1', tag: 'tag' }

test('a push without words shows a sentence for each kind, and for kinds of a newer version', () => {
  const sentences = notificationKinds.map((kind) => notificationOf({ ...message, kind }, 'Facet').options.body)
  expect(new Set(sentences).size).toBe(notificationKinds.length)
  expect(notificationOf({ ...message, kind: 'other' }, 'Facet')).toEqual({
    title: 'Facet',
    options: {
      body: 'You have a new notification.',
      icon: '/icon-192.png',
      badge: '/icon-192.png',
      tag: 'tag',
      data: { href: message.href, id: 'n-1' },
    },
  })
})

test('a push with words shows them and its picture', () => {
  const words = { title: 'Mara has replied', text: 'Good evening.', pictureUrl: '/pictures/mara.webp' }
  const { title, options } = notificationOf({ ...message, ...words }, 'Facet')
  expect([title, options.body, options.icon]).toEqual(['Mara has replied', 'Good evening.', '/pictures/mara.webp'])
  expect(notificationOf({ ...message, title: 'Mara has replied' }, 'Facet').options.body).toBe('')
})

test('a push that can’t be read shows that there is something, and leads to the list', () => {
  for (const payload of [
    null,
    undefined,
    'text',
    7,
    {},
    { href: '//elsewhere.example' },
    { href: 'https://a.example' },
  ])
    expect(notificationOf(payload, 'Facet').options.data.href).toBe('/notifications')
})

test('a tap opens a tab of the app, and no page of the server', () => {
  expect(isAppAddress('https://facet.example/chat/1')).toBe(true)
  expect(isAppAddress('https://facet.example/api/login')).toBe(false)
})

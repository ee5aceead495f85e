import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, describe, expect, test } from 'vitest'
import { aiNotice } from './fake_answers.ts'
import { defaultUser, FakeApi } from './fake_api.ts'
import { renderApp } from './render_app.tsx'

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.user = null
  window.sessionStorage.clear()
})

const openingScene = async () => within(await screen.findByRole('region', { name: 'They speak first' }))

test('opens a scene with a character’s first message and links to a chat', async () => {
  const mara = api.addCharacter({
    name: 'Mara Venn',
    firstMessage: '*looks up* {{user}}? {{char}} did not expect you.',
  })
  renderApp(api, '/')
  const place = await openingScene()
  const opening = await place.findByText(
    (_, element) => element?.tagName === 'P' && /looks up/.test(element.textContent)
  )
  expect(opening.textContent).toBe('looks up stranger? Mara Venn did not expect you.')
  expect(opening.querySelector('em')?.textContent).toBe('looks up')
  const next = encodeURIComponent(`/chat/${mara.id}?new=true`)
  expect(place.getByRole('link', { name: 'Answer Mara Venn' }).getAttribute('href')).toBe(
    `/api/login?mode=register&next=${next}`
  )
})

test('switches to another character’s scene', async () => {
  api.addCharacter({ name: 'Mara', firstMessage: 'The lamp is lit.' })
  api.addCharacter({ name: 'Brakka', firstMessage: 'Who goes there?' })
  const { user } = renderApp(api, '/')
  const place = await openingScene()
  const brakka = await place.findByRole('button', { name: 'Brakka' })
  expect(brakka.getAttribute('aria-pressed')).toBe('false')
  await user.click(brakka)
  expect(brakka.getAttribute('aria-pressed')).toBe('true')
  expect(place.getByRole('link', { name: 'Answer Brakka' })).toBeTruthy()
  expect(place.queryByText('lamp')).toBeNull()
})

test('shows all portraits on the wall and hides them from screen readers and Tab', async () => {
  for (const name of ['Mara', 'Brakka', 'Odalys', 'Tobiah']) api.addCharacter({ name, firstMessage: null })
  const { container } = renderApp(api, '/')
  await screen.findByRole('link', { name: 'Start Chatting' })
  await waitFor(() => expect(container.querySelectorAll('.portrait-name').length).toBeGreaterThan(0))
  const wall = container.querySelector('.wall-planes')!
  const names = new Set([...wall.querySelectorAll('.portrait-name')].map((name) => name.textContent))
  expect([...names].sort()).toEqual(['Brakka', 'Mara', 'Odalys', 'Tobiah'])
  expect(wall.getAttribute('aria-hidden')).toBe('true')
  expect([...wall.querySelectorAll('a')].every((link) => link.tabIndex === -1)).toBe(true)
})

test('leaves places empty when there is only one character', async () => {
  api.addCharacter({ name: 'Mara', firstMessage: null })
  const { container } = renderApp(api, '/')
  await waitFor(() => expect(container.querySelectorAll('.portrait-name').length).toBeGreaterThan(0))
  expect(container.querySelectorAll('.portrait-blank').length).toBeGreaterThan(0)
})

test('pauses the drifting wall', async () => {
  const { user, container } = renderApp(api, '/')
  await user.click(await screen.findByRole('button', { name: 'Pause animation' }))
  expect(container.querySelector('.wall-paused')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Play animation' }))
  expect(container.querySelector('.wall-paused')).toBeNull()
})

test.each(['an empty gallery', 'a gallery that can not be reached'])(
  'keeps the rest of the page with %s',
  async (what) => {
    if (what !== 'an empty gallery') api.failNext('GET /api/characters/landing', 503)
    const { container } = renderApp(api, '/')
    expect(await screen.findByRole('link', { name: 'Start Chatting' })).toBeTruthy()
    await waitFor(() => expect(screen.queryByRole('region', { name: 'They speak first' })).toBeNull())
    expect(container.querySelectorAll('.portrait-blank').length).toBeGreaterThan(0)
    expect(screen.getByRole('heading', { name: 'No reply is lost' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  }
)

describe('the demo', () => {
  const kept = () => JSON.parse(window.sessionStorage.getItem('facet:visitor-chats') ?? '[]')

  const openDemo = async () => {
    api.demo.isOn = true
    const mara = api.addCharacter({ name: 'Mara', firstMessage: 'The lamp is lit.' })
    const app = renderApp(api, '/')
    const place = await openingScene()
    const field = await place.findByRole('textbox', { name: 'Answer Mara' })
    const replyBegins = (count: number) => waitFor(() => expect(api.demo.replies).toHaveLength(count))
    return { ...app, mara, place, field, replyBegins }
  }

  test('answers twice, then invites to an account and keeps the chat', async () => {
    const { user, mara, place, field, replyBegins } = await openDemo()
    expect(place.queryByText('Demo')).toBeNull()
    await user.click(place.getByRole('button', { name: 'Where are we?' }))
    await replyBegins(1)
    const zone = Intl.DateTimeFormat().resolvedOptions().timeZone
    expect(api.demo.reply.body).toEqual({ characterId: mara.id, content: 'Where are we?', zone })
    expect(place.queryByRole('list', { name: 'Suggested first lines' })).toBeNull()
    act(() => api.demo.reply.chunk('*nods* At the '))
    expect((await place.findByText('nods')).closest('em')).not.toBeNull()
    act(() => api.demo.reply.chunk('end.'))
    // Nothing is sent while the reply is being written.
    await user.type(field, 'And you?{Enter}')
    expect(api.demo.replies).toHaveLength(1)
    act(() => api.demo.reply.complete())
    expect(await place.findByText('nods At the end.', { selector: '[role="status"]' })).toBeTruthy()
    expect(kept()).toEqual([
      {
        characterId: mara.id,
        transcript: 'Where are we?|*nods* At the end.',
        messages: [
          { content: 'Where are we?', isUser: true, state: 'complete' },
          { content: '*nods* At the end.', isUser: false, state: 'complete' },
        ],
      },
    ])

    await user.type(field, '{Enter}')
    await replyBegins(2)
    expect(api.demo.reply.body).toMatchObject({ content: 'And you?', transcript: 'Where are we?|*nods* At the end.' })
    act(() => api.demo.reply.chunk('I keep the lamp.'))
    act(() => api.demo.reply.complete())
    const invitation = within(await place.findByRole('region', { name: 'Keep talking to Mara' }))
    expect(invitation.getByRole('link', { name: 'Create your account' }).getAttribute('href')).toBe(
      '/api/login?mode=register&next=%2Fmemory'
    )
    expect(place.queryByRole('textbox')).toBeNull()
  })

  test('calls visitors strangers, and keeps dice when a reply is finished', async () => {
    const { user, field, place, replyBegins } = await openDemo()
    await user.type(field, 'Good evening.{Enter}')
    await replyBegins(1)
    act(() => api.demo.reply.chunk('{{char}} sees {{user}}: {{roll:1000}}.'))
    const chat = within(await place.findByRole('list', { name: 'Chat with Mara' }))
    const answer = () => chat.getAllByRole('listitem')[1]!.textContent
    await waitFor(() => expect(answer()).toMatch(/^Mara:Mara sees stranger: \d+\.$/))
    const before = answer()
    act(() => api.demo.reply.complete())
    await waitFor(() => expect(kept()).toHaveLength(1))
    expect(answer()).toBe(before)
  })

  test('continues after a reload', async () => {
    const first = await openDemo()
    await first.user.type(first.field, 'Good evening.{Enter}')
    await first.replyBegins(1)
    act(() => api.demo.reply.chunk('And to you.'))
    act(() => api.demo.reply.complete())
    await waitFor(() => expect(kept()).toHaveLength(1))
    first.unmount()
    renderApp(api, '/')
    const place = await openingScene()
    const chat = within(await place.findByRole('list', { name: 'Chat with Mara' }))
    expect(chat.getAllByRole('listitem').map((item) => item.textContent)).toEqual([
      'You:Good evening.',
      'Mara:And to you.',
    ])
    expect(place.getByRole('textbox', { name: 'Answer Mara' })).toBeTruthy()
  })

  test('retries a failed reply, and shows one that broke off', async () => {
    const { user, field, place, replyBegins } = await openDemo()
    await user.type(field, 'Good evening.{Enter}')
    await replyBegins(1)
    act(() => api.demo.reply.fail('The model can’t be reached right now.'))
    expect((await place.findByRole('alert')).textContent).toContain('The model can’t be reached right now.')
    api.failNext('POST /api/demo/stream', 429, {
      message: 'Many visitors are talking right now.',
      code: 'too_many_requests',
    })
    await user.click(place.getByRole('button', { name: 'Retry' }))
    expect(await place.findByText('Many visitors are talking right now.')).toBeTruthy()
    await user.click(place.getByRole('button', { name: 'Retry' }))
    await replyBegins(2)
    expect(place.queryByRole('alert')).toBeNull()
    act(() => api.demo.reply.chunk('And to '))
    act(() => api.demo.reply.breakOff())
    expect(await place.findByText('Interrupted')).toBeTruthy()
    expect(place.getByRole('textbox')).toBeTruthy()
    expect(kept()[0].messages).toHaveLength(2)
  })

  test('invites when the free replies are used up, and starts again when the chat has expired', async () => {
    window.sessionStorage.setItem(
      'facet:visitor-chats',
      JSON.stringify([
        {
          characterId: 'mara',
          transcript: 'old',
          messages: [
            { content: 'Hello?', isUser: true, state: 'complete' },
            { content: 'Hello.', isUser: false, state: 'complete' },
          ],
        },
      ])
    )
    api.demo.isOn = true
    api.addCharacter({ id: 'mara', name: 'Mara', firstMessage: 'The lamp is lit.' })
    const { user } = renderApp(api, '/')
    const place = await openingScene()
    await place.findByText('Hello.', { selector: 'li span' })
    api.failNext('POST /api/demo/stream', 422, { message: 'This demo chat has expired.', code: 'transcript_expired' })
    await user.type(place.getByRole('textbox'), 'Good evening.{Enter}')
    expect(await place.findByText('This demo chat has expired.')).toBeTruthy()
    expect(place.queryByText('Hello.')).toBeNull()
    expect(kept()).toEqual([])
    api.failNext('POST /api/demo/stream', 429, { message: 'Used up.', code: 'demo_used_up' })
    await user.click(place.getByRole('button', { name: 'Retry' }))
    const invitation = within(await place.findByRole('region', { name: 'Keep talking to Mara' }))
    expect(
      invitation.getByText(/^Today’s free replies are used up\. Create an account to start your own chat\./)
    ).toBeTruthy()
    expect(invitation.getByRole('link').getAttribute('href')).toBe(
      `/api/login?mode=register&next=${encodeURIComponent('/chat/mara?new=true')}`
    )
  })

  test('ends a reply when the visitor chooses another character', async () => {
    api.addCharacter({ name: 'Brakka', firstMessage: 'Who goes there?' })
    api.addCharacter({ name: 'Mara', firstMessage: 'The lamp is lit.' })
    api.demo.isOn = true
    const { user } = renderApp(api, '/')
    const place = await openingScene()
    await user.type(await place.findByRole('textbox', { name: 'Answer Brakka' }), 'A friend.{Enter}')
    await waitFor(() => expect(api.demo.replies).toHaveLength(1))
    await user.click(place.getByRole('button', { name: 'Mara' }))
    await waitFor(() => expect(api.demo.reply.isCancelled).toBe(true))
    expect(place.getByRole('textbox', { name: 'Answer Mara' })).toBeTruthy()
  })

  test('says that a machine writes', async () => {
    const { place } = await openDemo()
    expect(place.getByText(aiNotice)).toBeTruthy()
  })

  test('says when the built-in writer answers', async () => {
    api.demo.isBuiltInWriter = true
    const { place } = await openDemo()
    expect(place.getByText('A built-in writer answers, not an AI model.')).toBeTruthy()
  })

  test('becomes a chat of a new account', async () => {
    window.sessionStorage.setItem(
      'facet:visitor-chats',
      JSON.stringify([{ characterId: 'mara', transcript: 'Good evening.|And to you.', messages: [] }])
    )
    api.user = { ...defaultUser }
    api.addCharacter({ id: 'mara', name: 'Mara', firstMessage: 'The lamp is lit.' })
    const { address } = renderApp(api, '/memory')
    expect(await screen.findByText('And to you.')).toBeTruthy()
    expect(address()).toBe(`/chat/mara?session=${api.chats[0]!.session.id}`)
    expect(api.demo.adopted).toEqual(['Good evening.|And to you.'])
    expect(kept()).toEqual([])
  })

  test('becomes a chat without opening it when the visitor registered for another character', async () => {
    window.sessionStorage.setItem(
      'facet:visitor-chats',
      JSON.stringify([{ characterId: 'mara', transcript: 'Good evening.|And to you.', messages: [] }])
    )
    api.user = { ...defaultUser }
    api.addCharacter({ id: 'mara', name: 'Mara', firstMessage: 'The lamp is lit.' })
    api.addCharacter({ id: 'odo', name: 'Odo', firstMessage: 'The bell rings.' })
    const { address } = renderApp(api, '/chat/odo')
    expect(await screen.findByRole('textbox', { name: 'Message Odo' })).toBeTruthy()
    await waitFor(() => expect(kept()).toEqual([]))
    expect(api.demo.adopted).toEqual(['Good evening.|And to you.'])
    expect(address()).toMatch(/^\/chat\/odo/)
  })
})

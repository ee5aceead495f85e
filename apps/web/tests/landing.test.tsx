import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeApi } from './fake_api.ts'
import { renderApp } from './render_app.tsx'

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.user = null
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
  expect(place.getByRole('link', { name: 'Answer Mara Venn' }).getAttribute('href')).toBe(`/api/login?next=${next}`)
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
  await expect.poll(() => container.querySelectorAll('.portrait-name').length).toBeGreaterThan(0)
  const wall = container.querySelector('.wall-planes')!
  const names = new Set([...wall.querySelectorAll('.portrait-name')].map((name) => name.textContent))
  expect([...names].sort()).toEqual(['Brakka', 'Mara', 'Odalys', 'Tobiah'])
  expect(wall.getAttribute('aria-hidden')).toBe('true')
  expect([...wall.querySelectorAll('a')].every((link) => link.tabIndex === -1)).toBe(true)
})

test('leaves places empty when there is only one character', async () => {
  api.addCharacter({ name: 'Mara', firstMessage: null })
  const { container } = renderApp(api, '/')
  await expect.poll(() => container.querySelectorAll('.portrait-name').length).toBeGreaterThan(0)
  expect(container.querySelectorAll('.portrait-blank').length).toBeGreaterThan(0)
})

test('pauses the drifting wall', async () => {
  const { user, container } = renderApp(api, '/')
  await user.click(await screen.findByRole('button', { name: 'Pause animation' }))
  expect(container.querySelector('.wall-paused')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Play animation' }))
  expect(container.querySelector('.wall-paused')).toBeNull()
})

test('hides adult characters', async () => {
  api.addCharacter({ name: 'Mara', firstMessage: 'The lamp is lit.' })
  api.addCharacter({ name: 'Velvet', isNsfw: true, description: null, firstMessage: null })
  renderApp(api, '/')
  await (await openingScene()).findByRole('link', { name: 'Answer Mara' })
  expect(screen.queryByText('Velvet')).toBeNull()
})

test.each(['an empty gallery', 'a gallery that can not be reached'])(
  'keeps the rest of the page with %s',
  async (what) => {
    if (what !== 'an empty gallery') api.failNext('GET /api/characters', 503)
    const { container } = renderApp(api, '/')
    expect(await screen.findByRole('link', { name: 'Start Chatting' })).toBeTruthy()
    await expect.poll(() => screen.queryByRole('region', { name: 'They speak first' })).toBeNull()
    expect(container.querySelectorAll('.portrait-blank').length).toBeGreaterThan(0)
    expect(screen.getByRole('heading', { name: 'No reply is lost' })).toBeTruthy()
    expect(screen.queryByRole('alert')).toBeNull()
  }
)

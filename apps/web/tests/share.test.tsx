import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../src/lib/browser.ts'
import { aiNotice } from './fake_answers.ts'
import { FakeGallery } from './fake_gallery.ts'
import { renderApp } from './render_app.tsx'

let api: FakeGallery
beforeEach(() => {
  api = new FakeGallery()
})

test('shows visitors a preview of the character, and leads to a chat through registration', async () => {
  api.user = null
  const mara = api.addCharacter({ name: 'Mara Venn', firstMessage: '*looks up* You again?' })
  renderApp(api, `/share/${mara.id}`)
  const page = within(await screen.findByRole('article', { name: 'Mara Venn' }))
  expect(page.getByText('A lighthouse keeper who writes letters to ships.')).toBeTruthy()
  expect(page.getByText('looks up').tagName).toBe('EM')
  expect(page.getByText('looks up').parentElement?.textContent).toBe('looks up You again?')
  expect(page.getByText('12').textContent).toBe('12 likes')
  const next = encodeURIComponent(`/chat/${mara.id}`)
  const start = page.getByRole('link', { name: 'Start chat' })
  expect(start.getAttribute('href')).toBe(`/api/login?mode=register&next=${next}`)
  expect(document.title).toBe('Mara Venn · Facet')
})

test('shows visitors the demo chat and other characters', async () => {
  api.user = null
  api.demo.isOn = true
  const mara = api.addCharacter({ name: 'Mara Venn', firstMessage: 'You again?' })
  const odo = api.addCharacter({ name: 'Odo' })
  // The page loads it later. Its first import takes longer than a query waits.
  await import('../src/app/routes/share_more.tsx')
  renderApp(api, `/share/${mara.id}`)
  const others = within(await screen.findByRole('region', { name: 'Meet others' }))
  expect(others.getAllByRole('link').map((link) => link.getAttribute('href'))).toEqual([`/share/${odo.id}`])
  expect(await screen.findByRole('region', { name: 'Talk right here' })).toBeTruthy()
  expect(await screen.findByRole('textbox', { name: 'Answer Mara Venn' })).toBeTruthy()
})

test('crops the portrait around its focus and blurs it for the background', async () => {
  const avatar = '/pictures/uploads/a.webp'
  const mara = api.addCharacter({ name: 'Mara Venn', avatar, avatarFocus: { x: 0.3, y: 0.7 }, background: avatar })
  const { container } = renderApp(api, `/share/${mara.id}`)
  await screen.findByRole('article', { name: 'Mara Venn' })
  const [background, portrait] = container.querySelectorAll<HTMLImageElement>('article img')
  for (const image of [background, portrait]) expect(image?.style.objectPosition).toBe('30% 70%')
  expect(background?.className).toContain('blur')
  expect(portrait?.className).not.toContain('blur')
})

test('leads users straight to the chat', async () => {
  const mara = api.addCharacter({ name: 'Mara Venn' })
  const { user, address } = renderApp(api, `/share/${mara.id}`)
  await user.click(await screen.findByRole('link', { name: 'Start chat' }))
  await screen.findByRole('textbox', { name: 'Message Mara Venn' })
  expect(address()).toMatch(new RegExp(`^/chat/${mara.id}`))
})

test.each(['visitors', 'users'])('shows %s the 404 page for a private character', async (reader) => {
  if (reader === 'visitors') api.user = null
  const mara = api.addCharacter({ isPublic: false })
  renderApp(api, `/share/${mara.id}`)
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
  expect(screen.queryAllByRole('link', { name: 'Sign in' })).toHaveLength(reader === 'visitors' ? 1 : 0)
})

test('copies the link from the chat selection', async () => {
  const copy = vi.spyOn(browser, 'copy').mockResolvedValue()
  const mara = api.addCharacter({ name: 'Mara Venn' })
  const { user } = renderApp(api, '/')
  await user.click(await screen.findByRole('link', { name: 'Mara Venn' }))
  await user.click(await screen.findByRole('button', { name: 'Share' }))
  expect(copy).toHaveBeenCalledWith(`${window.location.origin}/share/${mara.id}`)
  expect(await screen.findByText('Link copied')).toBeTruthy()
})

test('opens the share sheet of a phone instead', async () => {
  const share = vi.spyOn(browser, 'share').mockResolvedValue(true)
  const copy = vi.spyOn(browser, 'copy').mockResolvedValue()
  const mara = api.addCharacter({ name: 'Mara Venn' })
  const { user } = renderApp(api, `/chat/${mara.id}?new=true`)
  await user.click(await screen.findByRole('button', { name: 'Chat menu' }))
  await user.click(await screen.findByRole('menuitem', { name: 'Share character' }))
  expect(share).toHaveBeenCalledWith({ title: 'Mara Venn', url: `${window.location.origin}/share/${mara.id}` })
  expect(copy).not.toHaveBeenCalled()
})

test('reports when the link can’t be copied', async () => {
  vi.spyOn(browser, 'copy').mockRejectedValue(new DOMException('denied', 'NotAllowedError'))
  const mara = api.addCharacter({ name: 'Mara Venn' })
  const { user } = renderApp(api, `/character/${mara.id}`)
  await user.click(await screen.findByRole('button', { name: 'Share' }))
  expect(await screen.findByText('Failed to share the link')).toBeTruthy()
})

test.each([
  ['a private character', { isPublic: false }],
  ['an adult character', { isNsfw: true }],
])('offers no link to %s', async (_, fields) => {
  api.user = { ...api.user!, limitlessEnabled: true }
  const mara = api.addCharacter({ name: 'Mara Venn', createdBy: api.user.id, ...fields })
  renderApp(api, `/character/${mara.id}`)
  await screen.findByRole('button', { name: 'Start Chat' })
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
})

test('offers no links when the server has no public pages', async () => {
  document.head.insertAdjacentHTML('beforeend', '<meta name="public-pages" content="off">')
  const mara = api.addCharacter({ name: 'Mara Venn' })
  renderApp(api, `/character/${mara.id}`)
  await screen.findByRole('button', { name: 'Start Chat' })
  expect(screen.queryByRole('button', { name: 'Share' })).toBeNull()
  document.querySelector('meta[name="public-pages"]')!.remove()
})

test('says that a machine writes', async () => {
  const mara = api.addCharacter({ name: 'Mara Venn' })
  renderApp(api, `/share/${mara.id}`)
  const page = within(await screen.findByRole('article', { name: 'Mara Venn' }))
  expect(page.getByText(aiNotice)).toBeTruthy()
})

import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { expectToast } from './expect_toast.ts'
import { summaryOf } from './fake_answers.ts'
import { FakeGallery } from './fake_gallery.ts'
import { renderApp } from './render_app.tsx'

let api: FakeGallery
beforeEach(() => {
  api = new FakeGallery()
})

test('shows a person, their links by host, and their characters', async () => {
  const mara = api.addCharacter({ name: 'Mara Venn' })
  api.community.characters = [summaryOf(mara)]
  api.community.addPage({ about: 'I *write*.\n\nAt night.', links: ['https://example.test/ines'], followers: 1 })
  renderApp(api, '/u/INES')
  const page = within(await screen.findByRole('article', { name: 'Ines' }))
  expect(page.getByText('@ines')).toBeTruthy()
  expect(page.getByText('write').tagName).toBe('EM')
  expect(page.getByText('At night.')).toBeTruthy()
  const link = page.getByRole('link', { name: 'example.test' })
  expect(link.getAttribute('href')).toBe('https://example.test/ines')
  expect(link.getAttribute('rel')).toBe('nofollow ugc noopener noreferrer')
  const character = await page.findByRole('link', { name: /^Mara Venn/ })
  expect(character.getAttribute('href')).toBe(`/character/${mara.id}`)
  expect(document.title).toBe('Ines · Facet')
})

test('follows a creator, and stops it', async () => {
  const { id } = api.community.addPage({ likes: 9 })
  const { user } = renderApp(api, '/u/ines')
  const button = await screen.findByRole('button', { name: 'Follow Ines' })
  await waitFor(() => expect(button.getAttribute('aria-disabled')).toBeNull())
  await user.click(button)
  await waitFor(() => expect(api.community.following.has(id)).toBe(true))
  expect(button.getAttribute('aria-pressed')).toBe('true')
  expect(await screen.findByText('4')).toBeTruthy()
  await user.click(button)
  await waitFor(() => expect(api.community.following.has(id)).toBe(false))
  api.failNext(`PUT /api/following/${id}`, 409, { message: 'You follow as many.', code: 'too_many_follows' })
  await user.click(button)
  await expectToast('You follow as many.')
  await waitFor(() => expect(button.getAttribute('aria-pressed')).toBe('false'))
})

test('leads visitors to an account and to share pages, and owners to their settings', async () => {
  const mara = api.addCharacter({ name: 'Mara Venn' })
  api.community.characters = [summaryOf(mara)]
  api.community.addPage({ id: api.user!.id })
  const { unmount } = renderApp(api, '/u/ines')
  expect((await screen.findByRole('link', { name: 'Edit profile' })).getAttribute('href')).toBe(
    '/settings?tab=username'
  )
  expect(screen.queryByRole('button', { name: /^Follow/ })).toBeNull()
  unmount()
  api.user = null
  renderApp(api, '/u/ines')
  const follow = await screen.findByRole('link', { name: 'Follow' })
  expect(follow.getAttribute('href')).toBe(`/api/login?mode=register&next=${encodeURIComponent('/u/ines')}`)
  const character = await screen.findByRole('link', { name: /^Mara Venn/ })
  expect(character.getAttribute('href')).toBe(`/share/${mara.id}`)
})

test('shows the 404 page for people without a page', async () => {
  renderApp(api, '/u/nowhere')
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
})

test('names the creator of a character with a link and a button, if they have a page', async () => {
  const mara = api.addCharacter({ name: 'Mara Venn' })
  const creator = { id: 'creator-1', name: 'ines', username: 'ines' }
  api.extras.set(mara.id, { creator: { ...creator, hasPage: true } })
  const first = renderApp(api, `/character/${mara.id}`)
  expect((await screen.findByRole('link', { name: 'ines' })).getAttribute('href')).toBe('/u/ines')
  expect(await screen.findByRole('button', { name: 'Follow ines' })).toBeTruthy()
  first.unmount()
  api.extras.set(mara.id, { creator })
  renderApp(api, `/character/${mara.id}`)
  expect((await screen.findByText(/^by ines/)).textContent).toBe('by ines')
  expect(screen.queryByRole('link', { name: 'ines' })).toBeNull()
})

test('shows what is new from followed creators, and people in a search', async () => {
  const mara = api.addCharacter({ name: 'Mara Venn' })
  api.community.followed = [summaryOf(mara)]
  const front = renderApp(api, '/')
  const row = within(await screen.findByRole('region', { name: 'New from creators you follow' }))
  expect(row.getByRole('link', { name: 'Mara Venn' })).toBeTruthy()
  api.community.people = [{ id: 'creator-1', username: 'mara_w', firstName: null, picture: null, followers: 2 }]
  // The page loads it with the first search.
  await import('../src/features/community/components/people_results.tsx')
  front.unmount()
  renderApp(api, '/?q=mara')
  const people = within(await screen.findByRole('region', { name: 'People' }))
  expect(people.getByRole('link', { name: /mara_w.*2 followers/ }).getAttribute('href')).toBe('/u/mara_w')
})

test('saves a public profile, and names mistakes', async () => {
  // The tab loads it when it opens.
  await import('../src/features/community/components/public_profile_form.tsx')
  const { user } = renderApp(api, '/settings?tab=username')
  const about = await screen.findByRole('textbox', { name: /^About you/ })
  await user.type(about, 'I write.')
  await user.click(screen.getByRole('button', { name: 'Add a link' }))
  const link = screen.getByRole('textbox', { name: 'Link 1' })
  await user.type(link, 'http://example.test')
  expect(screen.getByText(/^A link begins with https/)).toBeTruthy()
  await user.clear(link)
  await user.type(link, 'https://example.test/')
  await user.click(screen.getByRole('checkbox', { name: /^Show my page/ }))
  await user.click(screen.getByRole('button', { name: 'Save profile' }))
  await expectToast('Your public profile is saved.')
  expect(api.community.profile).toEqual({ isPublic: true, about: 'I write.', links: ['https://example.test/'] })
})

import type { Character } from '#modules/gallery/api'
import { fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../src/lib/browser.ts'
import { answer } from './check_answer.ts'
import { FakeGallery, completeCharacter } from './fake_gallery.ts'
import { hoursAgo } from './hours_ago.ts'
import { renderApp } from './render_app.tsx'

let api: FakeGallery
let mara: Character
beforeEach(() => {
  api = new FakeGallery()
  mara = api.addCharacter({ ...completeCharacter, name: 'Mara Venn' })
})

const open = async () => {
  const app = renderApp(api, `/character/${mara.id}`)
  const region = within(await screen.findByRole('region', { name: 'Comments' }))
  return { ...app, region, field: region.getByRole<HTMLTextAreaElement>('textbox', { name: 'Add a comment' }) }
}
const post = () => screen.getByRole('button', { name: 'Post comment' })
const shown = () => screen.getAllByRole('article').slice(1)
const sent = () => api.calls(`POST /api/characters/${mara.id}/comments`)
const toast = (text: string) => screen.findByText(text, { selector: 'li *' })
test('reports that there are no comments', async () => {
  const { region } = await open()
  expect(await region.findByText('No comments yet. Be the first to comment!')).toBeTruthy()
})

test('lists the newest first, with author and time', async () => {
  api.addComments(mara.id, ['An older one'], { createdAt: hoursAgo(30) })
  api.addComments(mara.id, ['A newer one'], {
    createdAt: hoursAgo(3),
    user: { id: 'user-7', firstName: null, username: 'tomasz', profileImageUrl: '/pictures/tomasz.webp' },
  })
  const { region } = await open()
  await region.findByText('A newer one')
  const [newer, older] = shown()
  expect(newer!.textContent).toBe('tomasz3h agoA newer one')
  expect(newer!.querySelector('img')?.getAttribute('src')).toContain('/pictures/tomasz.webp')
  expect(older!.textContent).toBe('IInes1d agoAn older one')
})

test('posts a trimmed comment on top at once', async () => {
  api.addComments(mara.id, ['Before'])
  const { user, field, region } = await open()
  await region.findByText('Before')
  await user.type(field, '  She remembered my tea.  ')
  expect(region.getByText('22 / 2,000')).toBeTruthy()
  await user.click(post())
  expect(await region.findByText('She remembered my tea.')).toBeTruthy()
  expect(shown()).toHaveLength(2)
  expect(shown()[0]!.textContent).toBe('SsamJust nowShe remembered my tea.')
  expect(sent()).toEqual([{ content: 'She remembered my tea.' }])
  expect(field.value).toBe('')
})

test('replaces the empty note with the first comment', async () => {
  const { user, field, region } = await open()
  await region.findByText('No comments yet. Be the first to comment!')
  await user.type(field, 'First!{Control>}{Enter}{/Control}')
  expect(await region.findByText('First!')).toBeTruthy()
  expect(region.queryByText('No comments yet. Be the first to comment!')).toBeNull()
})

test('refuses blank and overlong text without a call', async () => {
  const { user, field, region } = await open()
  await user.type(field, '   ')
  await user.click(post())
  expect(await region.findByText('Write something first.')).toBeTruthy()
  expect(document.activeElement).toBe(field)
  fireEvent.change(field, { target: { value: '💎'.repeat(2_001) } })
  expect(region.getByText('2,001 / 2,000')).toBeTruthy()
  await user.click(post())
  expect(await region.findByText('A comment has at most 2,000 characters.')).toBeTruthy()
  expect(field.getAttribute('aria-invalid')).toBe('true')
  expect(sent()).toEqual([])
  fireEvent.change(field, { target: { value: '💎'.repeat(2_000) } })
  await user.click(post())
  await waitFor(() => expect(sent()).toHaveLength(1))
})

test('shows why posting failed and keeps the text', async () => {
  const { user, field } = await open()
  api.failNext(`POST /api/characters/${mara.id}/comments`, 500, null)
  await user.type(field, 'Hello')
  await user.click(post())
  expect(await toast('Failed to add comment')).toBeTruthy()
  expect(await toast('Error')).toBeTruthy()
  expect(field.value).toBe('Hello')
  await user.click(post())
  await waitFor(() => expect(shown()[0]!.textContent).toContain('Hello'))
})

test('keeps the text and says when to retry after a rate limit', async () => {
  const { user, field, region } = await open()
  const { fetch } = api
  vi.stubGlobal('fetch', async (input: RequestInfo, init?: RequestInit) =>
    init?.method === 'POST'
      ? answer(
          'Failure',
          { message: 'Those were many comments in a short time. Please wait a while.', code: 'too_many_requests' },
          { status: 429, headers: { 'Retry-After': '200' } }
        )
      : fetch(input, init)
  )
  await user.type(field, 'One more')
  await user.click(post())
  const why = 'Those were many comments in a short time. Please wait a while. Try again in 4 minutes.'
  expect(await region.findByText(why)).toBeTruthy()
  expect(field.value).toBe('One more')
  expect(region.queryAllByRole('article')).toHaveLength(0)
})

test('asks to log in after the session ended, and restores the text', async () => {
  vi.spyOn(browser, 'leaveTo').mockImplementation(() => {})
  const { user, field, unmount } = await open()
  api.failNext(`POST /api/characters/${mara.id}/comments`, 401, { message: 'Please sign in.', code: 'signed_out' })
  await user.type(field, 'Wait for me')
  await user.click(post())
  expect(await toast('Login Required')).toBeTruthy()
  expect(await toast('Please log in to comment')).toBeTruthy()
  await waitFor(() => expect(browser.leaveTo).toHaveBeenCalled())
  unmount()
  expect((await open()).field.value).toBe('Wait for me')
})

test('loads older comments in pages, past a failure', async () => {
  api.addComments(
    mara.id,
    Array.from({ length: 45 }, (_, index) => `Comment ${index}.`)
  )
  const { user, region } = await open()
  await region.findByText('Comment 44.')
  expect(shown()).toHaveLength(20)
  api.failNext(`GET /api/characters/${mara.id}/comments`, 500, null)
  await user.click(region.getByRole('button', { name: 'Show more' }))
  expect(await region.findByText('Couldn’t load more comments.')).toBeTruthy()
  await user.click(region.getByRole('button', { name: 'Try again' }))
  await waitFor(() => expect(shown()).toHaveLength(40))
  await user.click(region.getByRole('button', { name: 'Show more' }))
  await waitFor(() => expect(shown()).toHaveLength(45))
  expect(region.queryByRole('button', { name: 'Show more' })).toBeNull()
  expect(shown().at(-1)!.textContent).toContain('Comment 0.')
})

test('shows the comment of a link first, however old it is, and once', async () => {
  const texts = Array.from({ length: 45 }, (_, index) => `Comment ${index}`)
  api.addComments(mara.id, texts)
  const oldest = api.comments.get(mara.id)!.at(-1)!
  const { user } = renderApp(api, `/character/${mara.id}?comment=${oldest.id}`)
  await screen.findByText('Comment 0')
  expect(shown()[0]!.textContent).toContain('Comment 0')
  for (const count of [41, 45]) {
    await user.click(screen.getByRole('button', { name: 'Show more' }))
    await waitFor(() => expect(shown()).toHaveLength(count))
  }
  expect(screen.getAllByText('Comment 0')).toHaveLength(1)
})

test('retries loading after a failure', async () => {
  api.addComments(mara.id, ['Hello'])
  api.failNext(`GET /api/characters/${mara.id}/comments`, 503, { message: 'Resting.', code: 'unavailable' })
  const { user, region } = await open()
  expect(await region.findByText('Resting.')).toBeTruthy()
  await user.click(region.getByRole('button', { name: 'Try again' }))
  expect(await region.findByText('Hello')).toBeTruthy()
})

test('links to the setting when comments are refused as adult content', async () => {
  api.failNext(`GET /api/characters/${mara.id}/comments`, 403, {
    message: 'Adult Content: enable it in Settings',
    code: 'adult_content',
  })
  renderApp(api, `/character/${mara.id}`)
  expect(await screen.findByText('Adult Content')).toBeTruthy()
  expect(screen.getByRole('link', { name: 'Enable in Settings' }).getAttribute('href')).toBe('/settings/content')
  expect(screen.queryByRole('textbox', { name: 'Add a comment' })).toBeNull()
})

const removeButtons = () => screen.queryAllByRole('button', { name: /^Remove the comment by/ })

test('removes the user’s own comment at once and can undo it', async () => {
  api.addComments(mara.id, ['Of another'])
  const { user, field, region } = await open()
  await region.findByText('Of another')
  expect(removeButtons()).toHaveLength(0)
  await user.type(field, 'Mine')
  await user.click(post())
  await region.findByText('Mine')
  await user.click(screen.getByRole('button', { name: 'Remove the comment by sam' }))
  await toast('Comment removed')
  expect(region.queryByText('Mine')).toBeNull()
  expect(document.activeElement?.contains(region.getByText('Of another'))).toBe(true)
  expect(document.activeElement).not.toBe(document.body)
  expect(region.getByText('Of another')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Undo' }))
  expect(await region.findByText('Mine')).toBeTruthy()
})

test('lets character owners and admins remove every comment', async () => {
  api.addComments(mara.id, ['Of another'])
  Object.assign(api.user!, { role: 'admin', isAdmin: true })
  const { region } = await open()
  await region.findByText('Of another')
  expect(removeButtons()).toHaveLength(1)
})

test('keeps a comment that failed to be removed and reports it', async () => {
  mara.createdBy = api.user!.id
  api.addComments(mara.id, ['Of another'])
  const { user, region } = await open()
  await region.findByText('Of another')
  const [comment] = api.comments.get(mara.id)!
  api.failNext(`DELETE /api/characters/${mara.id}/comments/${comment!.id}`, 500, null)
  await user.click(removeButtons()[0]!)
  expect(await toast('Couldn’t remove the comment.')).toBeTruthy()
  expect(region.getByText('Of another')).toBeTruthy()
})

test('replies below a comment, and shows the replies of others', async () => {
  api.addComments(mara.id, ['First.'])
  const [comment] = api.comments.get(mara.id)!
  api.addComments(mara.id, ['A reply.'], { parentId: comment!.id })
  const { user, region } = await open()
  await region.findByText('First.')
  expect(region.queryByText('A reply.')).toBeNull()
  await user.click(region.getByRole('button', { name: '1 reply' }))
  expect(await region.findByText('A reply.')).toBeTruthy()
  await user.click(region.getByRole('button', { name: 'Reply to Ines' }))
  await user.type(region.getByRole('textbox', { name: 'Add a reply' }), 'Mine.')
  await user.click(region.getByRole('button', { name: 'Post reply' }))
  expect(await region.findByText('Mine.')).toBeTruthy()
  expect(sent()).toEqual([{ content: 'Mine.', parentId: comment!.id }])
  expect(region.queryByRole('textbox', { name: 'Add a reply' })).toBeNull()
  expect(region.getByRole('button', { name: 'Hide replies' })).toBeTruthy()
})

test('edits one’s own comment in place', async () => {
  const { user, field, region } = await open()
  await user.type(field, 'Frist.')
  await user.click(post())
  await user.click(await region.findByRole('button', { name: 'Edit your comment' }))
  const text = region.getByRole('textbox', { name: 'Edit your comment' })
  await user.clear(text)
  expect(await region.findByText('Write something first.')).toBeTruthy()
  await user.type(text, 'First.')
  await user.click(region.getByRole('button', { name: 'Save' }))
  expect(await region.findByText('First.')).toBeTruthy()
  expect(region.getByText('edited')).toBeTruthy()
})

test('shows the oldest comments first on request', async () => {
  api.addComments(mara.id, ['An older one', 'A newer one'])
  const { user, region } = await open()
  await region.findByText('An older one')
  await user.click(region.getByRole('radio', { name: 'Oldest first' }))
  await waitFor(() =>
    expect(shown().map((each) => each.textContent)).toEqual([
      expect.stringContaining('An older one'),
      expect.stringContaining('A newer one'),
    ])
  )
})

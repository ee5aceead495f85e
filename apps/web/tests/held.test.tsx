import type { HeldReviewDetails } from '#modules/gallery/api'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { expectToast } from './expect_toast.ts'
import { completeCharacter, FakeGallery } from './fake_gallery.ts'
import { renderApp } from './render_app.tsx'

let api: FakeGallery
beforeEach(() => {
  api = new FakeGallery()
  api.user = { ...api.user!, role: 'moderator' }
})

const held = (fields: Partial<HeldReviewDetails> = {}): HeldReviewDetails => ({
  id: 'review-1',
  round: 2,
  kind: 'character',
  causes: ['hate', 'first_characters'],
  isEscalated: false,
  heldAt: '2026-11-20T10:00:00.000Z',
  characterName: 'Mo',
  excerpt: 'Mends nets.',
  author: { id: 'user-9', firstName: 'Ines', username: null, profileImageUrl: null },
  isAdult: false,
  texts: [
    { field: 'name', text: 'Mo' },
    { field: 'backstory', text: 'Was born at sea.' },
  ],
  pictures: ['https://pictures.example.test/mo.png'],
  ...fields,
})

const decision = async () => within(await screen.findByRole('region', { name: 'Decision' }))

test('lists held content and approves it', async () => {
  api.admin.held.push(held())
  const { user, address } = renderApp(api, '/admin/held')
  const row = await screen.findByRole('link', { name: /^Mo by Ines/ })
  expect(within(row).getByText('Hate')).toBeTruthy()
  expect(within(row).getByText('New creator')).toBeTruthy()
  await user.click(row)
  expect(address()).toBe('/admin/held?review=review-1')
  expect(await screen.findByText('Was born at sea.')).toBeTruthy()
  expect(document.querySelector('main img')).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Show the picture' }))
  expect(within(screen.getByRole('list', { name: 'Pictures' })).getAllByRole('listitem')).toHaveLength(1)
  await user.click((await decision()).getByRole('button', { name: 'Approve' }))
  await expectToast('Others can see it now.')
  expect(api.admin.decisions).toEqual([{ round: 2, approved: true, reason: null }])
  expect(await screen.findByText('Nothing to review')).toBeTruthy()
  expect(address()).toBe('/admin/held')
})

test('asks before it refuses, and sends the reason', async () => {
  api.admin.held.push(held())
  const { user } = renderApp(api, '/admin/held?review=review-1')
  const form = await decision()
  const reason = form.getByRole('textbox', { name: /^Reason/ })
  await user.click(reason)
  await user.paste('x'.repeat(501))
  expect(form.getByText('A reason has at most 500 characters.')).toBeTruthy()
  expect(form.getByRole('button', { name: 'Refuse' })).toHaveProperty('disabled', true)
  await user.clear(reason)
  await user.paste(' Not kind. ')
  await user.click(form.getByRole('button', { name: 'Refuse' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  expect(api.admin.decisions).toEqual([])
  await user.click(form.getByRole('button', { name: 'Refuse' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Refuse' }))
  await waitFor(() => expect(api.admin.decisions).toEqual([{ round: 2, approved: false, reason: 'Not kind.' }]))
})

test('offers no approval of content about minors', async () => {
  api.admin.held.push(held({ causes: ['sexual/minors'], isEscalated: true }))
  renderApp(api, '/admin/held?review=review-1')
  const form = await decision()
  expect(form.getByText('This can’t be approved')).toBeTruthy()
  expect(form.queryByRole('button', { name: 'Approve' })).toBeNull()
  expect(form.getByRole('button', { name: 'Refuse' })).toBeTruthy()
})

test('says that an item was decided meanwhile', async () => {
  renderApp(api, '/admin/held?review=gone')
  expect(await screen.findByText('Not held any more')).toBeTruthy()
})

test('is hidden from members', async () => {
  api.user = { ...api.user!, role: 'member' }
  renderApp(api, '/admin/held')
  expect(await screen.findByRole('heading', { name: '404 Page Not Found' })).toBeTruthy()
})

test.each([
  ['waiting', 'Waiting for review', /usually takes a few minutes/],
  ['held', 'Waiting for review', /A moderator looks at it/],
  ['refused', 'Not published', /Not kind\./],
] as const)('tells the owner that a character is %s', async (review, label, text) => {
  const mo = api.addCharacter({ ...completeCharacter, name: 'Mo', createdBy: api.user!.id, isPublic: false })
  Object.assign(mo, { review, ...(review === 'refused' && { reviewReason: 'Not kind.' }) })
  renderApp(api, `/character/${mo.id}`)
  await screen.findByRole('heading', { level: 1, name: 'Mo' })
  expect(screen.getAllByText(label)).toHaveLength(2)
  expect(screen.getByText(text)).toBeTruthy()
})

test('marks a comment that only its author sees', async () => {
  const mo = api.addCharacter({ ...completeCharacter, name: 'Mo' })
  api.addComments(mo.id, ['Well said.'], { review: 'waiting' })
  renderApp(api, `/character/${mo.id}`)
  expect(await screen.findByText('Waiting for review')).toBeTruthy()
})

test('shows how far what was public before has been judged', async () => {
  api.moderation.sweep = { judged: 1_240, held: 3, isDone: false }
  renderApp(api, '/admin/held')
  expect(await screen.findByText(/^What was public before is being looked at/)).toBeTruthy()
  expect(screen.getByText('1,240 so far, 3 held')).toBeTruthy()
})

import { screen, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { FakeApi } from './fake_api.ts'
import { completeCharacter, FakeGallery } from './fake_gallery.ts'
import { renderApp } from './render_app.tsx'
import { expectToast } from './expect_toast.ts'

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
})

const heading = (name: string) => screen.findByRole('heading', { name })

test('shows a page to visitors, links only what was written, and answers others with the 404 page', async () => {
  api.user = null
  api.accounts.addPage('imprint', 'Jane **Roe**, Lake 7')
  const { goTo } = renderApp(api, '/imprint')
  expect(await heading('Imprint')).toBeTruthy()
  expect(screen.getByText('Roe').closest('strong')).toBeTruthy()
  const links = within(await screen.findByRole('navigation', { name: 'About this site' })).getAllByRole('link')
  expect(links.map((link) => link.getAttribute('href'))).toEqual(['/imprint', '/report'])
  await goTo('/terms')
  expect(await heading('404 Page Not Found')).toBeTruthy()
})

test('shows one heading where a page begins with its own', async () => {
  api.accounts.addPage('terms', '> An example.\n\n# Terms of Mara\n\nBe kind.')
  renderApp(api, '/terms')
  expect(await heading('Terms of Mara')).toBeTruthy()
  expect(screen.getAllByRole('heading', { name: /^Terms/ })).toHaveLength(1)
})

test('asks for agreement before every screen, and goes on once both are agreed to', async () => {
  api.accounts.addPage('terms', 'Be kind.')
  api.accounts.addPage('rules', 'Whisper.')
  api.user!.agreementsWanted = [
    { page: 'terms', version: 1, agreedVersion: null },
    { page: 'rules', version: 1, agreedVersion: null },
  ]
  const { user } = renderApp(api, '/library')
  expect(await heading('Before you start')).toBeTruthy()
  expect(await screen.findByText('Be kind.')).toBeTruthy()
  const agree = screen.getByRole<HTMLButtonElement>('button', { name: 'Agree and continue' })
  await user.click(screen.getByRole('checkbox', { name: 'I agree to the terms' }))
  expect(agree.disabled).toBe(true)
  await user.click(screen.getByRole('checkbox', { name: 'I agree to the rules' }))
  await user.click(agree)
  expect(await heading('Library')).toBeTruthy()
  expect(api.calls('POST /api/user/agreements')).toEqual([{ termsVersion: 1, rulesVersion: 1 }])
})

test('asks for agreement when the server refuses a call because of new terms', async () => {
  const gallery = new FakeGallery()
  const { id, name } = gallery.addCharacter({ ...completeCharacter, name: 'Mara Venn' })
  const { user } = renderApp(gallery, `/character/${id}`)
  await screen.findByRole('heading', { level: 1, name })
  gallery.accounts.addPage('terms', 'Be kind.')
  gallery.user = { ...gallery.user!, agreementsWanted: [{ page: 'terms', version: 1, agreedVersion: null }] }
  gallery.failNext(`POST /api/characters/${id}/like`, 403, {
    message: 'The terms or rules have changed.',
    code: 'agreement_needed',
  })
  await user.click(screen.getByRole('button', { name: /^Like, / }))
  expect(await screen.findByText('Be kind.')).toBeTruthy()
})

test('shows what changed since the version that the user agreed to', async () => {
  api.accounts.addPage('terms', 'All users of this site have to be kind to each other at all times.')
  api.accounts.addPage('terms', 'All users of this site have to be very kind to each other at all times.')
  api.user!.agreementsWanted = [{ page: 'terms', version: 2, agreedVersion: 1 }]
  const { user, goTo } = renderApp(api, '/')
  expect(await heading('Something has changed')).toBeTruthy()
  expect((await screen.findByText('very', { exact: false, selector: 'ins' })).textContent).toContain('very')
  await user.click(screen.getByRole('button', { name: 'Show the whole text' }))
  expect(within(screen.getByRole('group', { name: 'Text of the terms' })).getByText(/very kind/)).toBeTruthy()
  await goTo('/settings/data')
  expect(await heading('Data')).toBeTruthy()
})

test('shows why agreeing failed, and the version that came meanwhile', async () => {
  api.accounts.addPage('terms', 'Be kind.')
  api.user!.agreementsWanted = [{ page: 'terms', version: 1, agreedVersion: null }]
  const { user } = renderApp(api, '/')
  await user.click(await screen.findByRole('checkbox', { name: 'I agree to the terms' }))
  api.accounts.addPage('terms', 'Be kinder.')
  api.user = { ...api.user!, agreementsWanted: [{ page: 'terms', version: 2, agreedVersion: null }] }
  api.failNext('POST /api/user/agreements', 409, { message: 'This page has changed.', code: 'page_changed' })
  await user.click(screen.getByRole('button', { name: 'Agree and continue' }))
  await expectToast('This page has changed.')
  expect(await screen.findByText('Be kinder.')).toBeTruthy()
})

test('lets admins publish a page after a proof, with preview and difference', async () => {
  api.user = { ...api.user!, role: 'admin', isAdmin: true }
  api.accounts.addPage('terms', 'All users of this site have to be kind to each other at all times.')
  const { user } = renderApp(api, '/admin/pages')
  expect(await screen.findAllByText('Not written, so it isn’t linked')).toHaveLength(3)
  await user.click(screen.getByRole('link', { name: /^Terms/ }))
  const text = await screen.findByRole('textbox', { name: 'Text of the terms' })
  const publish = screen.getByRole<HTMLButtonElement>('button', { name: 'Publish' })
  expect(publish.disabled).toBe(true)
  await user.type(text, ' **Really.**')
  await user.click(screen.getByRole('tab', { name: 'Preview' }))
  expect((await screen.findByText('Really.')).closest('strong')).toBeTruthy()
  await user.click(screen.getByRole('tab', { name: 'Changes' }))
  expect(await screen.findByText(/Really/, { selector: 'ins' })).toBeTruthy()
  api.accounts.isProven = false
  await user.click(publish)
  const question = within(await screen.findByRole('alertdialog'))
  expect(question.getByRole('heading', { name: 'Publish version 2?' })).toBeTruthy()
  await user.click(question.getByRole('button', { name: 'Publish' }))
  const proof = within(await screen.findByRole('dialog'))
  await user.type(proof.getByLabelText('Your password'), 'correct horse')
  await user.click(proof.getByRole('button', { name: 'Continue' }))
  await expectToast('Page published')
  expect(api.accounts.pages.at(-1)).toMatchObject({ name: 'terms', version: 2 })
})

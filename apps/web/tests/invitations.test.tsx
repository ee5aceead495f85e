import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../src/lib/browser.ts'
import { expectToast } from './expect_toast.ts'
import { FakeApi } from './fake_api.ts'
import { renderApp } from './render_app.tsx'

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
})

const button = (name: string | RegExp) => screen.findByRole('button', { name })
const rows = async (name: string) => within(await screen.findByRole('list', { name })).getAllByRole('listitem')

test('creates an invitation, shows its link once and copies it', async () => {
  const copied = vi.spyOn(browser, 'copy').mockResolvedValue()
  api.accounts.invitationsLeft = 3
  const { user } = renderApp(api, '/settings/invitations')
  await screen.findByText('You can invite 3 more people.')
  await user.click(await button('New invitation'))
  const dialog = within(await screen.findByRole('dialog', { name: 'New invitation' }))
  expect(dialog.queryByLabelText('Role')).toBeNull()
  expect(dialog.queryByLabelText('Rubies for each person')).toBeNull()
  const people = dialog.getByLabelText('People')
  await user.clear(people)
  await user.type(people, '4')
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  await dialog.findByText('Enter a whole number from 1 to 3.')
  await user.clear(people)
  await user.type(people, '2')
  await user.type(dialog.getByLabelText(/^Note/), 'For the crew')
  await user.click(dialog.getByRole('button', { name: 'Create link' }))

  await screen.findByRole('dialog', { name: 'Your invitation' })
  const link = screen.getByLabelText<HTMLInputElement>('Link').value
  expect(link).toMatch(/invitation=token-of-/)
  await user.click(await button('Copy link'))
  expect(copied).toHaveBeenCalledWith(link)
  await user.click(await button('Done'))
  await screen.findByText('You can invite 1 more person.')
  expect((await rows('Your invitations'))[0]!.textContent).toMatch(/^For the crew0 of 2 used, until .*Revoke$/)
})

test('revokes an invitation after a confirmation', async () => {
  api.accounts.invitations = [
    api.accounts.invitation({ note: 'Open one' }),
    api.accounts.invitation({ note: 'Used one', used: 1, isOpen: false }),
  ]
  const { user } = renderApp(api, '/settings/invitations')
  expect((await rows('Your invitations'))[1]!.textContent).toBe('Used one1 of 1 used, none left ')
  await user.click(await button('Revoke Open one'))
  const question = within(await screen.findByRole('alertdialog', { name: 'Revoke this invitation?' }))
  await user.click(question.getByRole('button', { name: 'Revoke' }))
  await expectToast('Invitation revoked')
  await waitFor(async () => expect((await rows('Your invitations'))[0]!.textContent).toMatch(/revoked $/))
  expect(screen.queryByRole('button', { name: /^Revoke/ })).toBeNull()
})

test('offers roles to owners with a second factor, and asks them for a proof', async () => {
  api.user = { ...api.user!, role: 'owner', isAdmin: true }
  Object.assign(api.accounts, { invitationsLeft: null, isProven: false })
  api.accounts.secondFactor = { since: new Date().toISOString(), recoveryCodesLeft: 10 }
  const { user } = renderApp(api, '/settings/invitations?note=ann%40example.com')
  const dialog = within(await screen.findByRole('dialog', { name: 'New invitation' }))
  expect(dialog.getByLabelText<HTMLInputElement>(/^Note/).value).toBe('ann@example.com')
  await user.selectOptions(dialog.getByLabelText('Role'), 'creator')
  await user.clear(dialog.getByLabelText('Rubies for each person'))
  await user.type(dialog.getByLabelText('Rubies for each person'), '50')
  await user.click(dialog.getByRole('button', { name: 'Create link' }))
  const proof = within(await screen.findByRole('dialog', { name: 'Confirm it’s you' }))
  await user.type(proof.getByLabelText('Your password'), 'correct horse')
  await user.click(proof.getByRole('button', { name: 'Continue' }))
  await screen.findByRole('dialog', { name: 'Your invitation' })
  expect(api.accounts.invitations[0]).toMatchObject({ note: 'ann@example.com', role: 'creator', rubies: 50, uses: 1 })
})

test('the settings link to invitations only for people who may invite', async () => {
  const { unmount } = renderApp(api, '/settings')
  await screen.findByRole('link', { name: 'Data' })
  expect(screen.queryByRole('link', { name: 'Invitations' })).toBeNull()
  unmount()
  api.accounts.invitationsLeft = 1
  renderApp(api, '/settings')
  await screen.findByRole('link', { name: 'Invitations' })
})

test('admins choose who may open an account, and see who invited people and who waits', async () => {
  api.user = { ...api.user!, role: 'admin', isAdmin: true }
  const ann = { id: 'ann', name: 'Ann', email: 'ann@example.com' }
  const guest = { id: 'guest', name: '', email: 'guest@example.com' }
  api.admin.invitations = [{ ...api.accounts.invitation({ used: 1, uses: 2 }), inviter: ann, guests: [guest] }]
  api.admin.waiting = [{ id: 'w', email: 'late@example.com', createdAt: new Date().toISOString() }]
  const { user } = renderApp(api, '/admin/sign-up')
  const configured = await screen.findByRole<HTMLInputElement>('radio', { name: /^As configured: Open/ })
  expect(configured.checked).toBe(true)
  await user.click(screen.getByRole('radio', { name: /^By invitation/ }))
  const allowed = screen.getByLabelText('Invitations for each user')
  await user.clear(allowed)
  await user.type(allowed, '101')
  await screen.findByText('Enter a whole number from 0 to 100.')
  await user.clear(allowed)
  await user.type(allowed, '3')
  await user.click(await button('Save'))
  await expectToast('Rules saved')
  expect(api.admin.signUp).toMatchObject({ mode: 'invited', userInvitations: 3 })

  expect((await rows('All invitations'))[0]!.textContent).toMatch(
    /^Ann \(ann@example\.com\)1 of 2 used, until .*Brought guest@example\.comRevoke$/
  )
  const invite = await screen.findByRole('link', { name: 'Invite late@example.com' })
  expect(invite.getAttribute('href')).toBe('/settings/invitations?note=late%40example.com')
  api.accounts.invitations = [api.admin.invitations[0]!]
  await user.click(await button('Revoke the invitation of Ann (ann@example.com)'))
  const question = within(await screen.findByRole('alertdialog', { name: 'Revoke this invitation?' }))
  await user.click(question.getByRole('button', { name: 'Revoke' }))
  await expectToast('Invitation revoked')
})

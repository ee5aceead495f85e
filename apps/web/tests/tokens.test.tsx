import { screen, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { browser } from '../src/lib/browser.ts'
import { expectToast } from './expect_toast.ts'
import { FakeApi } from './fake_api.ts'
import { renderApp } from './render_app.tsx'

const button = (name: string | RegExp) => screen.findByRole('button', { name })

test('creates a token with scopes, shows it once and copies it, then revokes it', async () => {
  const copied = vi.spyOn(browser, 'copy').mockResolvedValue()
  const { user } = renderApp(new FakeApi(), '/settings/tokens')
  await screen.findByRole('heading', { name: 'No tokens yet' })
  await user.click(await button('New token'))
  const dialog = within(await screen.findByRole('dialog', { name: 'New token' }))
  await user.click(dialog.getByRole('checkbox', { name: /^Read/ }))
  await user.click(dialog.getByRole('button', { name: 'Create token' }))
  await dialog.findByText('Give the token a name.')
  await dialog.findByText('Choose at least one thing that the token may do.')
  await user.type(dialog.getByLabelText('Name'), 'Backup')
  await user.click(dialog.getByRole('checkbox', { name: /^Write in chats/ }))
  await user.selectOptions(dialog.getByLabelText('Works for'), 'Until you revoke it')
  await user.click(dialog.getByRole('button', { name: 'Create token' }))

  await screen.findByRole('dialog', { name: 'Your token' })
  const { value } = screen.getByLabelText<HTMLInputElement>('Token')
  expect(value).toMatch(/^fct_/)
  await user.click(await button('Copy token'))
  expect(copied).toHaveBeenCalledWith(value)
  await user.click(await button('Done'))
  const row = within(await screen.findByRole('list', { name: 'Your tokens' })).getByRole('listitem')
  expect(row.textContent).toMatch(/^BackupWrite in chatsNever used · works until you revoke it/)
  expect(document.body.textContent).not.toContain(value)

  await user.click(await button('Revoke Backup'))
  const question = within(await screen.findByRole('alertdialog', { name: 'Revoke this token?' }))
  await user.click(question.getByRole('button', { name: 'Revoke' }))
  await expectToast('Token revoked')
  await screen.findByRole('heading', { name: 'No tokens yet' })
})

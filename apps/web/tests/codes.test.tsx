import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import type { CodeBatch } from '#modules/economy/api'
import * as files from '../src/lib/save_file.ts'
import { expectToast } from './expect_toast.ts'
import { FakeApi } from './fake_api.ts'
import { renderApp } from './render_app.tsx'

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.user = { ...api.user!, role: 'admin', isAdmin: true }
})

const inDays = (days: number) => new Date(Date.now() + days * 86_400_000).toISOString()
const addBatch = (fields: Partial<CodeBatch>) =>
  api.admin.codeBatches.push({
    id: api.id('batch'),
    name: 'Summer fair',
    rubies: 25,
    codes: 10,
    uses: 1,
    perPerson: 1,
    redeemed: 3,
    createdAt: inDays(-1),
    expiresAt: inDays(30),
    revokedAt: null,
    ...fields,
  })
const open = () => renderApp(api, '/admin/codes')
const press = async (name: string) => screen.findByRole('button', { name })

test('makes codes, shows them once, and asks before they are lost', async () => {
  const saveFile = vi.spyOn(files, 'saveFile').mockImplementation(() => {})
  const { user } = open()
  expect(await screen.findByText('No codes yet')).toBeTruthy()
  await user.click(await press('New codes'))
  const dialog = within(await screen.findByRole('dialog', { name: 'New codes' }))
  await user.click(dialog.getByRole('button', { name: 'Make codes' }))
  expect(await dialog.findByText('Enter a name.')).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Fair')
  const count = dialog.getByRole('spinbutton', { name: 'Number of codes' })
  await user.clear(count)
  await user.type(count, '1001')
  await user.click(dialog.getByRole('button', { name: 'Make codes' }))
  expect(await dialog.findByText('From 1 to 1,000.')).toBeTruthy()
  await user.clear(count)
  await user.type(count, '2')
  expect(dialog.getByText('All codes together give up to 200 rubies.')).toBeTruthy()
  await user.click(dialog.getByRole('button', { name: 'Make codes' }))

  const list = within(await screen.findByRole('list', { name: 'Codes' }))
  const codes = list.getAllByRole('listitem').map(({ textContent }) => textContent)
  expect(codes).toHaveLength(2)
  await user.click(await press('Done'))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Cancel' }))
  await user.click(await press('Download CSV'))
  const csv = saveFile.mock.calls[0]![2]
  for (const code of codes) expect(csv).toContain(`${code},100,`)
  await user.click(await press('Done'))
  await waitFor(() => expect(screen.queryByRole('list', { name: 'Codes' })).toBeNull())
  expect(await screen.findByText(/^0 of 2 redeemed/)).toBeTruthy()
})

test('lists batches with their state, and revokes one after asking', async () => {
  addBatch({})
  addBatch({ name: 'Old', expiresAt: inDays(-1) })
  addBatch({ name: 'Gone', redeemed: 10 })
  const { user } = open()
  const rows = within(await screen.findByRole('list', { name: 'Batches of codes' })).getAllByRole('heading')
  expect(rows.map(({ textContent }) => textContent)).toEqual(['Summer fairActive', 'OldExpired', 'GoneUsed up'])
  expect(screen.getAllByRole('button', { name: /^Revoke/ })).toHaveLength(1)
  await user.click(await screen.findByRole('button', { name: /^Revoke\s*Summer fair$/ }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Revoke' }))
  await expectToast('Codes revoked')
  expect(await screen.findByText('Revoked')).toBeTruthy()
  expect(screen.queryByRole('button', { name: /^Revoke/ })).toBeNull()
})

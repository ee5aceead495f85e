import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { expectToast } from './expect_toast.ts'
import { FakeApi } from './fake_api.ts'
import { renderApp } from './render_app.tsx'

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
  api.user = { ...api.user!, personaName: 'Captain Reed' }
  api.accounts.personas = [api.accounts.persona({ id: 'ann', name: 'Ann Tide', description: 'A red coat.' })]
})

const section = async () => within(await screen.findByRole('region', { name: 'Other personas' }))

test('creates, edits and deletes a persona', async () => {
  const { user } = renderApp(api, '/settings?tab=persona')
  const { findByText, getByRole, queryByText } = await section()
  await findByText('Ann Tide')
  await user.click(getByRole('button', { name: 'New persona' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New persona' }))
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Bo')
  await user.click(dialog.getByRole('button', { name: 'Save persona' }))
  await findByText('Bo')
  expect(screen.queryByRole('dialog')).toBeNull()

  await user.click(getByRole('button', { name: 'Edit Ann Tide' }))
  const edit = within(await screen.findByRole('dialog', { name: 'Edit persona' }))
  const name = edit.getByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.type(name, 'Ann of the sea')
  await user.click(edit.getByRole('button', { name: 'Save persona' }))
  await findByText('Ann of the sea')

  await user.click(getByRole('button', { name: 'Delete Ann of the sea' }))
  const question = within(await screen.findByRole('alertdialog'))
  await user.click(question.getByRole('button', { name: 'Delete persona' }))
  await waitFor(() => expect(queryByText('Ann of the sea')).toBeNull())
})

test('makes a persona the default, and shows it in the form', async () => {
  const { user } = renderApp(api, '/settings?tab=persona')
  const { findByRole } = await section()
  await user.click(await findByRole('button', { name: 'Make default: Ann Tide' }))
  await expectToast('Ann Tide is your default persona')
  await waitFor(() => {
    const panel = within(screen.getByRole('tabpanel', { name: /^Persona/ }))
    expect(panel.getAllByRole<HTMLInputElement>('textbox', { name: 'Name' })[0]!.value).toBe('Ann Tide')
  })
  expect(await findByRole('button', { name: 'Make default: Captain Reed' })).toBeTruthy()
})

test('says when the personas can’t be loaded, and tries again', async () => {
  const personas = api.accounts.personas
  api.failNext('GET /api/personas', 500)
  const { user } = renderApp(api, '/settings?tab=persona')
  const { findByRole, findByText } = await section()
  const again = await findByRole('button', { name: 'Try again' })
  await user.click(again)
  await findByText(personas[0]!.name!)
})

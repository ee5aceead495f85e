import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../src/lib/browser.ts'
import * as saving from '../src/lib/save_file.ts'
import { answer } from './check_answer.ts'
import { FakeApi } from './fake_api.ts'
import { renderApp } from './render_app.tsx'

let api: FakeApi
let saved: { name: string; bytes: number }[]
beforeEach(() => {
  api = new FakeApi()
  saved = []
  vi.spyOn(browser, 'leaveTo').mockImplementation(() => {})
  vi.spyOn(saving, 'saveFile').mockImplementation(
    (name, _type, contents) => void saved.push({ name, bytes: (contents as Blob).size })
  )
})

/** Replaces the answers to the given calls. */
function stubCalls(calls: Record<string, (body: unknown) => Response>) {
  const usual = api.accounts.answer.bind(api.accounts)
  api.accounts.answer = (method, url, body) => calls[`${method} ${url.pathname}`]?.(body) ?? usual(method, url, body)
}

const exportButton = () => screen.findByRole('button', { name: 'Export' })
const openDialog = async () => {
  const view = renderApp(api, '/settings/data')
  await view.user.click(await screen.findByRole('button', { name: 'Delete account' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete your account' })
  const press = (name: string) => view.user.click(within(dialog).getByRole('button', { name }))
  return { ...view, dialog, press, within: within(dialog) }
}

test('shows the progress of the export and saves it under the server’s file name', async () => {
  let more!: ReadableStreamDefaultController<Uint8Array>
  const headers = { 'Content-Disposition': 'attachment; filename="account-export-2026-01-02.json"' }
  stubCalls({
    'GET /api/user/export': () =>
      new Response(new ReadableStream<Uint8Array>({ start: (its) => void (more = its) }), { headers }),
  })
  const { user } = renderApp(api, '/settings/data')
  await user.click(await exportButton())
  await waitFor(() => expect(more).toBeTruthy())
  more.enqueue(new TextEncoder().encode(`{"a":"${'x'.repeat(1_500_000)}`))
  expect(await screen.findByText('Preparing your file: 1.5 MB so far.')).toBeTruthy()
  expect(saved).toEqual([])
  more.enqueue(new TextEncoder().encode('"}'))
  more.close()
  expect(await screen.findByText(/^Your file is ready: 1\.5 MB/)).toBeTruthy()
  expect(saved).toEqual([{ name: 'account-export-2026-01-02.json', bytes: 1_500_008 }])
})

test('reports a refused or interrupted export and saves nothing', async () => {
  api.failNext('GET /api/user/export', 429, { message: 'Please try again in 5 minutes.', code: 'too_many_requests' })
  stubCalls({
    'GET /api/user/export': () =>
      new Response(new ReadableStream({ start: (its) => its.error(new TypeError('network error')) })),
  })
  const { user } = renderApp(api, '/settings/data')
  await user.click(await exportButton())
  expect(await screen.findByText('Please try again in 5 minutes.')).toBeTruthy()
  await user.click(await exportButton())
  expect(await screen.findByText('The download was interrupted. Try again.')).toBeTruthy()
  expect(saved).toEqual([])
})

test('does not delete without the password and the word', async () => {
  const { press, within } = await openDialog()
  expect(within.getByText('What will be deleted')).toBeTruthy()
  expect(within.getByText(/rubies, without a refund/)).toBeTruthy()
  await press('Delete account')
  expect(await within.findByText('Enter your current password.')).toBeTruthy()
  expect(within.getByText('Type “delete”.')).toBeTruthy()
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.calls('DELETE /api/user')).toEqual([])
})

test('shows a wrong password next to its field and other refusals in the dialog', async () => {
  const wrong = 'The current password is wrong.'
  api.failNext('DELETE /api/user', 422, {
    message: wrong,
    code: 'wrong_password',
    errors: [{ field: 'currentPassword', rule: 'password', message: wrong }],
  })
  api.failNext('DELETE /api/user', 409, { message: 'You are the only admin.', code: 'last_admin' })
  const { user, press, within } = await openDialog()
  await user.type(within.getByLabelText('Current password'), 'wrong horse')
  await user.type(within.getByLabelText('Type “delete” to confirm'), ' Delete ')
  await press('Delete account')
  expect(await within.findByText(wrong)).toBeTruthy()
  expect(within.queryByRole('alert')).toBeNull()
  await press('Delete account')
  expect((await within.findByRole('alert')).textContent).toContain('You are the only admin.')
  expect(browser.leaveTo).not.toHaveBeenCalled()
})

test('does not ask for a password when there is none', async () => {
  api.accounts.password = null
  api.failNext('DELETE /api/user', 403, { message: 'Please sign in again.', code: 'sign_in_again' })
  const { user, press, within } = await openDialog()
  expect(within.queryByLabelText('Current password')).toBeNull()
  expect(within.getByText(/signed in within the last 10 minutes/)).toBeTruthy()
  await user.type(within.getByLabelText('Type “delete” to confirm'), 'delete')
  await press('Delete account')
  expect((await within.findByRole('alert')).textContent).toContain('Please sign in again.')
  expect(api.calls('DELETE /api/user')).toEqual([{}])
})

// This test is last, because the module never redirects to the sign-in page after it.
test('confirms the deletion and leads to the start page, even if the session ends meanwhile', async () => {
  stubCalls({
    'DELETE /api/user': () => {
      api.user = null
      return answer('Confirmation', { message: 'Your account has been deleted.' })
    },
  })
  const { user, press, within } = await openDialog()
  await user.type(within.getByLabelText('Current password'), 'correct horse')
  await user.type(within.getByLabelText('Type “delete” to confirm'), 'delete')
  await press('Delete account')
  const confirmation = await screen.findByRole('dialog', { name: 'Your account is deleted' })
  expect(api.calls('DELETE /api/user')).toEqual([{ currentPassword: 'correct horse' }])
  expect(browser.leaveTo).not.toHaveBeenCalled()
  await user.click(await screen.findByRole('button', { name: 'Go to the start page' }))
  expect(confirmation).toBeTruthy()
  expect(browser.leaveTo).toHaveBeenCalledExactlyOnceWith('/')
})

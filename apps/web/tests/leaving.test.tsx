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

/** The server's answers to the two calls of this part. */
function answerWith(calls: Record<string, (body: unknown) => Response>) {
  const usual = api.accounts.answer.bind(api.accounts)
  api.accounts.answer = (method, url, body) => calls[`${method} ${url.pathname}`]?.(body) ?? usual(method, url, body)
}

const exportButton = () => screen.findByRole('button', { name: 'Export' })
const openDialog = async () => {
  const view = renderApp(api, '/settings')
  await view.user.click(await screen.findByRole('button', { name: 'Delete account' }))
  const dialog = await screen.findByRole('dialog', { name: 'Delete your account' })
  const press = (name: string) => view.user.click(within(dialog).getByRole('button', { name }))
  return { ...view, dialog, press, within: within(dialog) }
}

test('the export says how far it is, and is saved under the name that the server gives', async () => {
  let more!: ReadableStreamDefaultController<Uint8Array>
  const headers = { 'Content-Disposition': 'attachment; filename="account-export-2026-01-02.json"' }
  answerWith({
    'GET /api/user/export': () =>
      new Response(new ReadableStream<Uint8Array>({ start: (its) => void (more = its) }), { headers }),
  })
  const { user } = renderApp(api, '/settings')
  await user.click(await exportButton())
  await waitFor(() => expect(more).toBeTruthy())
  more.enqueue(new TextEncoder().encode(`{"a":"${'x'.repeat(1_500_000)}`))
  expect(await screen.findByText('Your file is being made: 1.5 MB so far.')).toBeTruthy()
  expect(saved).toEqual([])
  more.enqueue(new TextEncoder().encode('"}'))
  more.close()
  expect(await screen.findByText(/^Your file is ready: 1\.5 MB/)).toBeTruthy()
  expect(saved).toEqual([{ name: 'account-export-2026-01-02.json', bytes: 1_500_008 }])
})

test('an export that is refused says why, one that breaks off says so, and nothing is saved', async () => {
  api.failNext('GET /api/user/export', 429, { message: 'Please try again in 5 minutes.', code: 'too_many_requests' })
  answerWith({
    'GET /api/user/export': () =>
      new Response(new ReadableStream({ start: (its) => its.error(new TypeError('network error')) })),
  })
  const { user } = renderApp(api, '/settings')
  await user.click(await exportButton())
  expect(await screen.findByText('Please try again in 5 minutes.')).toBeTruthy()
  await user.click(await exportButton())
  expect(await screen.findByText('The file broke off on the way. Please try again.')).toBeTruthy()
  expect(saved).toEqual([])
})

test('nothing is deleted without the password and the word', async () => {
  const { press, within } = await openDialog()
  expect(within.getByText('What is deleted')).toBeTruthy()
  expect(within.getByText(/rubies, which are not paid back/)).toBeTruthy()
  await press('Delete account')
  expect(await within.findByText('Please give your current password.')).toBeTruthy()
  expect(within.getByText('Please type “delete”.')).toBeTruthy()
  await press('Cancel')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  expect(api.calls('DELETE /api/user')).toEqual([])
})

test('a wrong password is told beside its field, another refusal in the dialog', async () => {
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

test('who has no password is not asked for one', async () => {
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

// The last one: from then on nobody in this page is led to the sign-in page.
test('who has deleted their account reads so, and is led to the start page, whatever ends meanwhile', async () => {
  answerWith({
    'DELETE /api/user': () => {
      api.user = null
      return answer('Confirmation', { message: 'Your account has been deleted.' })
    },
  })
  const { user, press, within } = await openDialog()
  await user.type(within.getByLabelText('Current password'), 'correct horse')
  await user.type(within.getByLabelText('Type “delete” to confirm'), 'delete')
  await press('Delete account')
  const farewell = await screen.findByRole('dialog', { name: 'Your account is deleted' })
  expect(api.calls('DELETE /api/user')).toEqual([{ currentPassword: 'correct horse' }])
  expect(browser.leaveTo).not.toHaveBeenCalled()
  await user.click(await screen.findByRole('button', { name: 'Go to the start page' }))
  expect(farewell).toBeTruthy()
  expect(browser.leaveTo).toHaveBeenCalledExactlyOnceWith('/')
})

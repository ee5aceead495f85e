import { limits } from '#modules/accounts/api'
import { QueryClient, QueryClientProvider } from '@tanstack/react-query'
import { render, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { NameQuestion } from '../src/features/accounts/components/name_question.tsx'
import { FakeApi } from './fake_api.ts'
import { quickUser } from './quick_user.ts'
import { renderApp } from './render_app.tsx'

const nameless = () => {
  const api = new FakeApi()
  Object.assign(api.user!, { username: null, firstName: null })
  return api
}

/** Renders the question alone. */
const ask = (api: FakeApi, userId = 'user-1') => {
  vi.stubGlobal('fetch', api.fetch)
  const view = render(
    <QueryClientProvider client={new QueryClient()}>
      <NameQuestion user={{ id: userId }} asker="Mara" />
    </QueryClientProvider>
  )
  return { ...view, user: quickUser() }
}

test('asks a newcomer without a name in the first chat, and calls them by the answer', async () => {
  const api = nameless()
  const mara = api.addCharacter({ name: 'Mara' })
  const { user } = renderApp(api, `/chat/${mara.id}?new=true`)
  const messages = await screen.findByRole('region', { name: 'Messages' })
  expect(messages.textContent).toContain('User? Mara did not expect company.')
  await user.type(await screen.findByLabelText('What should Mara call you?'), 'Robin{Enter}')
  await within(messages).findByText(/Robin\? Mara did not expect company/)
  expect(screen.queryByLabelText('What should Mara call you?')).toBeNull()
  expect(api.calls('PUT /api/user/settings')).toEqual([{ firstName: 'Robin' }])
})

test('isn’t asked again on this device once skipped, except of another user', async () => {
  const api = nameless()
  const first = ask(api)
  await first.user.click(screen.getByRole('button', { name: 'Skip' }))
  expect(first.container.textContent).toBe('')
  first.unmount()
  expect(ask(api).container.textContent).toBe('')
  ask(api, 'user-2')
  expect(screen.getByLabelText('What should Mara call you?')).toBeTruthy()
  expect(api.calls('PUT /api/user/settings')).toHaveLength(0)
})

test('bounds the name, ignores an empty one, and says why a name is refused', async () => {
  const api = nameless()
  const { user } = ask(api)
  const field = screen.getByLabelText<HTMLInputElement>('What should Mara call you?')
  expect(field.maxLength).toBe(limits.nameMax)
  await user.type(field, '  {Enter}')
  expect(api.calls('PUT /api/user/settings')).toHaveLength(0)
  api.failNext('PUT /api/user/settings', 422, { code: 'invalid', message: 'The first name can’t claim to be staff.' })
  await user.type(field, 'Admin{Enter}')
  await waitFor(() => expect(screen.getByText('The first name can’t claim to be staff.')).toBeTruthy())
  expect(field.value.trim()).toBe('Admin')
})

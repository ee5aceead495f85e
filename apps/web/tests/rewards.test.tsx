import { act, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { FakeApi } from './fake_api.ts'
import { renderApp } from './render_app.tsx'
import { expectToast } from './expect_toast.ts'

let api: FakeApi
beforeEach(() => {
  api = new FakeApi()
})

const gallery = () => screen.findByText('No characters found')
const daily = () => screen.queryByRole('region', { name: 'Your daily reward is here' })
const discord = () => screen.queryByRole('region', { name: 'Join our Discord for 50 rubies' })
const balance = (rubies: number) =>
  waitFor(() => expect(within(screen.getByRole('banner')).getByText(String(rubies))).toBeTruthy())

test('claims the daily reward once: toast, new balance, banner gone', async () => {
  api.economy.daily = { canClaim: true, nextClaimAt: null }
  const { user } = renderApp(api, '/')
  await user.click(await screen.findByRole('button', { name: 'Claim 10 rubies' }))
  await expectToast('Daily Reward Claimed')
  await expectToast('You received 10 rubies.')
  await balance(60)
  expect(daily()).toBeNull()
  expect(document.activeElement).toBe(screen.getByRole('main'))
})

test('shows the server’s message for a reward claimed elsewhere', async () => {
  api.economy.daily = { canClaim: true, nextClaimAt: null }
  const { user } = renderApp(api, '/')
  const button = await screen.findByRole('button', { name: 'Claim 10 rubies' })
  api.economy.daily = { canClaim: false, nextClaimAt: null }
  await user.click(button)
  await expectToast('Already Claimed')
  await expectToast('You have claimed today’s reward already.')
  expect(daily()).toBeNull()
})

test('reports a failed claim, which can be retried', async () => {
  api.economy.daily = { canClaim: true, nextClaimAt: null }
  api.failNext('POST /api/daily-reward/claim', 500, { message: 'Something broke.', code: 'broken' })
  const { user } = renderApp(api, '/')
  await user.click(await screen.findByRole('button', { name: 'Claim 10 rubies' }))
  await expectToast('Error')
  await expectToast('Failed to claim daily reward. Please try again.')
  await user.click(screen.getByRole('button', { name: 'Claim 10 rubies' }))
  await expectToast('Daily Reward Claimed')
})

test('hides the daily banner when there is nothing to claim or the check fails', async () => {
  const { unmount } = renderApp(api, '/')
  await gallery()
  expect(daily()).toBeNull()
  unmount()
  api.economy.daily = { canClaim: true, nextClaimAt: null }
  api.failNext('GET /api/daily-reward/check', 500)
  renderApp(api, '/')
  await gallery()
  expect(daily()).toBeNull()
})

test('checks every minute, so that a new day shows the banner', async () => {
  vi.useFakeTimers({ shouldAdvanceTime: true })
  renderApp(api, '/')
  await gallery()
  expect(api.calls('GET /api/daily-reward/check')).toHaveLength(1)
  api.economy.daily = { canClaim: true, nextClaimAt: null }
  await act(() => vi.advanceTimersByTimeAsync(59_000))
  expect(api.calls('GET /api/daily-reward/check')).toHaveLength(1)
  await act(() => vi.advanceTimersByTimeAsync(2_000))
  expect(api.calls('GET /api/daily-reward/check')).toHaveLength(2)
  expect(daily()).toBeTruthy()
})

test('opens the Discord invite in a new tab, then offers the claim once', async () => {
  const { user } = renderApp(api, '/')
  const invite = await screen.findByRole('link', { name: /^Join Discord/ })
  expect(invite.getAttribute('href')).toBe('https://discord.gg/facet')
  expect(invite.getAttribute('target')).toBe('_blank')
  invite.addEventListener('click', (event) => event.preventDefault())
  await user.click(invite)
  await user.click(screen.getByRole('button', { name: 'Claim 50 rubies' }))
  await expectToast('Discord Reward Claimed')
  await expectToast('You received 50 rubies.')
  await balance(100)
  expect(discord()).toBeNull()
})

test('lets members claim without the invite', async () => {
  const { user } = renderApp(api, '/')
  await user.click(await screen.findByRole('button', { name: 'Already joined? Claim now' }))
  await expectToast('Discord Reward Claimed')
  expect(discord()).toBeNull()
})

test('hides the banner when the Discord reward was claimed elsewhere', async () => {
  const { user } = renderApp(api, '/')
  const button = await screen.findByRole('button', { name: 'Already joined? Claim now' })
  api.user = { ...api.user!, discordJoined: true }
  await user.click(button)
  await expectToast('Already Claimed')
  await expectToast('You have it already.')
  expect(discord()).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('main')))
})

test('tells non-members what to do and keeps the banner', async () => {
  api.failNext('POST /api/discord-reward', 403, { message: 'Join our Discord server first.', code: 'not_a_member' })
  const { user } = renderApp(api, '/')
  await user.click(await screen.findByRole('button', { name: 'Already joined? Claim now' }))
  await expectToast('Error')
  await expectToast('Join our Discord server first.')
  expect(discord()).toBeTruthy()
})

test('keeps a dismissed Discord banner hidden for this user only', async () => {
  const { user, unmount } = renderApp(api, '/')
  await user.click(await screen.findByRole('button', { name: 'Dismiss' }))
  expect(discord()).toBeNull()
  expect(api.calls('POST /api/discord-reward')).toEqual([])
  unmount()
  const second = renderApp(api, '/')
  await gallery()
  expect(discord()).toBeNull()
  second.unmount()
  api.user = { ...api.user!, id: 'user-2' }
  renderApp(api, '/')
  await gallery()
  expect(discord()).toBeTruthy()
})

test('shows no Discord banner on servers without an invite', async () => {
  api.user = { ...api.user!, discordInvite: null }
  renderApp(api, '/')
  await screen.findByRole('heading', { name: 'Discover characters' })
  expect(discord()).toBeNull()
})

test('shows no Discord banner to users who have joined', async () => {
  api.user = { ...api.user!, discordJoined: true }
  renderApp(api, '/')
  await gallery()
  expect(discord()).toBeNull()
})

test('tells users with waiting welcome rubies to verify their address, and others nothing', async () => {
  const { unmount } = renderApp(api, '/')
  await screen.findByRole('region', { name: /Discord/ })
  expect(screen.queryByText(/are waiting/)).toBeNull()
  unmount()
  api.user = { ...api.user!, emailVerified: false, welcomeRubiesWaiting: 50 }
  const { user } = renderApp(api, '/')
  const banner = within(await screen.findByRole('region', { name: '50 welcome rubies are waiting' }))
  await user.click(banner.getByRole('button', { name: 'Send link' }))
  await expectToast('We have sent you a link.')
})

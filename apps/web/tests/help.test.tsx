import { act, screen, waitFor, within } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { FakeApi, type FakeReply } from './fake_api.ts'
import { renderApp } from './render_app.tsx'

/** Opens a chat whose browser has this language. */
async function openChat(language: string, country: string | null = null) {
  vi.spyOn(navigator, 'language', 'get').mockReturnValue(language)
  const api = new FakeApi()
  api.country = country
  const mara = api.addCharacter({ name: 'Mara' })
  const replies: FakeReply[] = []
  api.onReply = (reply) => void replies.push(reply)
  const app = renderApp(api, `/chat/${mara.id}?new=true`)
  const field = await screen.findByRole<HTMLTextAreaElement>('textbox', { name: 'Message Mara' })
  await waitFor(() => expect(screen.getByRole('combobox', { name: 'Model' }).textContent).toContain('MythoMist 7B'))
  const say = async (text: string) => {
    const count = replies.length
    await app.user.type(field, `${text}{Enter}`)
    await waitFor(() => expect(replies.length).toBe(count + 1))
    act(() => {
      replies[count]!.chunk('I’m here.')
      void replies[count]!.complete()
    })
  }
  return { ...app, api, say }
}

const help = () => screen.queryByRole('region', { name: 'Help' })

test('offers the helplines of the reader’s country and the directory, once a chat', async () => {
  const { user, say } = await openChat('de-DE')
  await say('Good evening')
  expect(help()).toBeNull()
  await say('I want to die')
  await within(await screen.findByRole('region', { name: 'Help' })).findByRole('link', { name: '0800 111 0 111' })
  const card = within(help()!)
  expect(card.getByRole('link', { name: /^Find A Helpline/ }).getAttribute('href')).toBe('https://help.example')
  expect(card.getByRole('link', { name: '0800 111 0 111' }).getAttribute('href')).toBe('tel:08001110111')
  await user.selectOptions(card.getByRole('combobox', { name: 'Country' }), 'US')
  expect(card.getByRole('link', { name: '988' })).toBeTruthy()
  expect(card.queryByRole('link', { name: '0800 111 0 111' })).toBeNull()
  await user.click(card.getByRole('button', { name: 'Close' }))
  expect(help()).toBeNull()
  await say('I want to die')
  expect(help()).toBeNull()
})

test('offers the directory where the country is unknown or has no line', async () => {
  const { say } = await openChat('pt')
  await say('I want to die')
  const card = within(await screen.findByRole('region', { name: 'Help' }))
  await card.findByRole('combobox', { name: 'Country' })
  expect(card.getAllByRole('link')).toHaveLength(1)
})

test('prefers the country that the server knows to that of the language', async () => {
  const { say } = await openChat('de-DE', 'US')
  await say('I want to die')
  const card = within(await screen.findByRole('region', { name: 'Help' }))
  expect(await card.findByRole('link', { name: '988' })).toBeTruthy()
  expect(card.queryByRole('link', { name: '0800 111 0 111' })).toBeNull()
})

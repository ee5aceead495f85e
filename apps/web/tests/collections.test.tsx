import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { summaryOf } from './fake_answers.ts'
import { completeCharacter, FakeGallery } from './fake_gallery.ts'
import { expectToast } from './expect_toast.ts'
import { renderApp } from './render_app.tsx'

let api: FakeGallery
beforeEach(() => {
  api = new FakeGallery()
})

const main = () => within(screen.getByRole('main'))

test('makes a collection, and says what is wrong with its name', async () => {
  const { user } = renderApp(api, '/library/collections')
  expect(await screen.findByText('No collections yet')).toBeTruthy()
  await user.click(main().getByRole('button', { name: 'New collection' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'New collection' }))
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  expect(await dialog.findByText('A name has 1 to 60 characters.')).toBeTruthy()
  await user.type(dialog.getByRole('textbox', { name: 'Name' }), 'Harbour')
  await user.click(dialog.getByRole('checkbox', { name: /^Public/ }))
  await user.click(dialog.getByRole('button', { name: 'Create' }))
  const link = await main().findByRole('link', { name: 'Harbour' })
  expect(link.getAttribute('href')).toBe('/library/collections/collection-1')
  expect(main().getByText('Public')).toBeTruthy()
})

test('takes a character out, changes and deletes a collection', async () => {
  const mara = api.addCharacter({ ...completeCharacter, name: 'Mara' })
  const { id } = api.community.addCollection({ about: 'By the *sea*.' }, [summaryOf(mara)])
  const { user, address } = renderApp(api, `/library/collections/${id}`)
  await user.click(await screen.findByRole('button', { name: 'Remove Mara' }))
  expect(await screen.findByText('No characters to show')).toBeTruthy()
  await expectToast('Mara removed')
  await user.click(main().getByRole('button', { name: 'Edit' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Edit collection' }))
  const name = dialog.getByRole('textbox', { name: 'Name' })
  await user.clear(name)
  await user.type(name, 'Harbour')
  await user.click(dialog.getByRole('button', { name: 'Save' }))
  expect(await screen.findByRole('heading', { level: 1, name: 'Harbour' })).toBeTruthy()
  await user.click(main().getByRole('button', { name: 'Delete' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Delete' }))
  await waitFor(() => expect(address()).toBe('/library/collections'))
  expect(api.community.collections).toEqual([])
})

test('puts a character into collections from its page', async () => {
  const mara = api.addCharacter({ ...completeCharacter, name: 'Mara' })
  api.community.addCollection()
  const { user } = renderApp(api, `/character/${mara.id}`)
  await user.click(await screen.findByRole('button', { name: 'Collections' }))
  const dialog = within(await screen.findByRole('dialog', { name: 'Collections' }))
  await user.click(await dialog.findByRole('checkbox', { name: 'Sea' }))
  await waitFor(() => expect(dialog.getByRole<HTMLInputElement>('checkbox', { name: 'Sea' }).checked).toBe(true))
  await user.click(dialog.getByRole('button', { name: 'Done' }))
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
})

test('shows public collections on the page of their user, also to visitors', async () => {
  const mara = api.addCharacter({ ...completeCharacter, name: 'Mara' })
  api.community.addPage()
  api.community.addCollection({ name: 'Open', isPublic: true }, [summaryOf(mara)])
  api.community.addCollection({ name: 'Closed' })
  api.user = null
  const { user } = renderApp(api, '/u/ines')
  const section = within(await screen.findByRole('region', { name: 'Collections' }))
  expect(section.queryByText('Closed')).toBeNull()
  await user.click(section.getByRole('link', { name: 'Open' }))
  const link = await section.findByRole('link', { name: /^Mara/ })
  expect(link.getAttribute('href')).toBe(`/share/${mara.id}`)
})

test('offers to try again when collections can’t be loaded', async () => {
  api.failNext('GET /api/collections', 503)
  const { user } = renderApp(api, '/library/collections')
  expect(await screen.findByText('Couldn’t load your collections')).toBeTruthy()
  await user.click(main().getByRole('button', { name: 'Try again' }))
  expect(await screen.findByText('No collections yet')).toBeTruthy()
})

import type { VersionTexts } from '#modules/gallery/api'
import { screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test } from 'vitest'
import { toasts } from '../src/lib/toasts.ts'
import { FakeAuthoring } from './fake_authoring.ts'
import { renderApp } from './render_app.tsx'

let api: FakeAuthoring
beforeEach(() => {
  api = new FakeAuthoring()
})

const texts = (fields: Partial<VersionTexts>): VersionTexts => ({
  name: 'Mara Venn',
  nickname: null,
  description: 'A keeper.',
  personality: 'Dry.',
  backstory: 'Eleven winters at Harrow Point.',
  scenario: null,
  firstMessage: null,
  greeting: null,
  alternateGreetings: [],
  groupGreetings: [],
  exampleDialogue: null,
  systemPrompt: null,
  postHistoryInstructions: null,
  depthNote: null,
  ...fields,
})

const winters = 'winters at Harrow Point, and nobody came to see the lamp or her.'

const addVersions = (...all: Partial<VersionTexts>[]) => {
  const newest = texts(all.at(-1)!)
  const { description, backstory, personality } = newest
  api.addOwn({ id: 'mara', name: newest.name, description, backstory, personality })
  api.versions = all
    .map((fields, index) => ({
      number: index + 1,
      createdAt: `2026-11-0${index + 1}T10:00:00.000Z`,
      isPresent: index === all.length - 1,
      texts: texts(fields),
    }))
    .reverse()
}

const openDialog = async () => {
  const app = renderApp(api, '/edit-character/mara')
  await app.user.click(await screen.findByRole('button', { name: 'Versions' }))
  return { ...app, dialog: within(await screen.findByRole('dialog', { name: 'Versions of Mara Venn' })) }
}

test('lists the versions, and what changed in each', async () => {
  addVersions({ backstory: `Eleven ${winters}` }, { personality: 'Kind.', backstory: `Twelve ${winters}` })
  const { user, dialog } = await openDialog()
  const [newest, first] = await dialog.findAllByRole('listitem')
  expect(newest!.textContent).toContain('Version 2')
  expect(newest!.getAttribute('aria-current')).toBe('true')
  expect(within(first!).queryByRole('button', { name: /What changed/ })).toBeNull()
  expect(within(newest!).queryByRole('button', { name: /Bring back/ })).toBeNull()
  await user.click(dialog.getByRole('button', { name: 'What changed in version 2' }))
  expect((await dialog.findByText('Kind.')).closest('ins')).toBeTruthy()
  expect(dialog.getByText('Eleven').closest('del')).toBeTruthy()
  expect(dialog.getByText('Twelve').closest('ins')).toBeTruthy()
})

test('restores a version after a confirmation, and shows its texts in the form', async () => {
  addVersions({}, { personality: 'Kind.' })
  const { user, dialog } = await openDialog()
  await user.click(await dialog.findByRole('button', { name: 'Bring back version 1' }))
  expect(api.calls('POST /api/characters/mara/versions/1/restore')).toEqual([])
  const question = within(await screen.findByRole('alertdialog', { name: 'Bring version 1 back?' }))
  await user.click(question.getByRole('button', { name: 'Bring back' }))
  await waitFor(() => expect(toasts.current()?.title).toBe('Version 1 is back'))
  await waitFor(() =>
    expect(screen.getByRole<HTMLTextAreaElement>('textbox', { name: /^Personality/ }).value).toBe('Dry.')
  )
})

test('says that a version could not be restored', async () => {
  addVersions({}, { personality: 'Kind.' })
  api.failNext('POST /api/characters/mara/versions/1/restore', 409, {
    message: 'This character has the most versions that it can have.',
    code: 'too_many_versions',
  })
  const { user, dialog } = await openDialog()
  await user.click(await dialog.findByRole('button', { name: 'Bring back version 1' }))
  await user.click(within(await screen.findByRole('alertdialog')).getByRole('button', { name: 'Bring back' }))
  await waitFor(() =>
    expect(toasts.current()?.description).toBe('This character has the most versions that it can have.')
  )
  expect(dialog.getAllByRole('listitem')).toHaveLength(2)
})

test('says when there is only one version', async () => {
  addVersions({})
  const { dialog } = await openDialog()
  expect(await dialog.findByText(/^This is the only one/)).toBeTruthy()
})

test('loads the versions again after a failure', async () => {
  addVersions({})
  const call = 'GET /api/characters/mara/versions'
  api.failNext(call, 500)
  const { user, dialog } = await openDialog()
  await user.click(await dialog.findByRole('button', { name: 'Try again' }))
  expect(await dialog.findAllByRole('listitem')).toHaveLength(1)
})

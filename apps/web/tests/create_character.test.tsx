import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import { browser } from '../src/lib/browser.ts'
import { toasts } from '../src/lib/toasts.ts'
import { answer } from './check_answer.ts'
import { aPicture } from './fake_authoring.ts'
import { FakeImages } from './fake_images.ts'
import { recordUploads } from './fake_upload.ts'
import { renderApp } from './render_app.tsx'
import { mockWindowWidth } from './window_width.ts'

let api: FakeImages
beforeEach(() => {
  api = new FakeImages()
  vi.spyOn(console, 'info').mockImplementation(() => {})
})

const avatar = 'https://example.com/mara.png'
const texts = {
  Name: 'Mara Venn',
  Description: 'A lighthouse keeper who writes to ships.',
  Personality: 'Dry, patient, watchful.',
  Backstory: 'Eleven winters at Harrow Point.',
}

const textbox = (name: string) => screen.getByRole<HTMLInputElement>('textbox', { name: new RegExp(`^${name}`) })
const group = (name: string) => within(screen.getByRole('group', { name: new RegExp(`^${name}`) }))
const create = () => screen.getByRole('button', { name: 'Create Character' })
const requests = () => api.calls('POST /api/characters')
const savedDrafts = () => Object.keys(localStorage).filter((key) => key.startsWith('facet:character-draft:'))

const openForm = async (address = '/create-character') => {
  const app = renderApp(api, address)
  await screen.findByRole('heading', { level: 1, name: 'Create a character' })
  return app
}

/** Sets the value of a field without typing it. */
const fill = (name: string, text: string) => fireEvent.change(textbox(name), { target: { value: text } })
const fillAll = () => {
  // One query for all fields, because computing accessible names is slow.
  const names = new Map<Element, string>()
  const fields = screen.getAllByRole('textbox', { name: (name, field) => Boolean(names.set(field, name)) })
  for (const [name, value] of [...Object.entries(texts), ['Address of avatar', avatar]] as const) {
    const [field, ...others] = fields.filter((each) => names.get(each)!.startsWith(name))
    expect(others).toEqual([])
    fireEvent.change(field!, { target: { value } })
  }
}
const expectToast = async (title: string, text: string) =>
  waitFor(() => expect(toasts.current()).toMatchObject({ title, description: text }))

test('sends the input with the defaults and opens the new character', async () => {
  const { user, address } = await openForm()
  fillAll()
  await user.click(create())
  await expectToast('Character Created', 'Mara Venn is ready to chat.')
  expect(requests()).toEqual([
    {
      name: 'Mara Venn',
      description: 'A lighthouse keeper who writes to ships.',
      personality: 'Dry, patient, watchful.',
      backstory: 'Eleven winters at Harrow Point.',
      avatar,
      avatarFocus: null,
      background: avatar,
      category: 'General',
      tags: [],
      firstMessage: '',
      scenario: '',
      isPublic: true,
      isNsfw: false,
      descriptionIsTeaser: false,
    },
  ])
  expect(address()).toBe(`/character/${api.characters[0]!.id}`)
  expect(savedDrafts()).toEqual([])
})

test('sends every field', async () => {
  const { user } = await openForm()
  fillAll()
  fill('Scenario', 'A storm.')
  fill('First message', 'Hello {{user}}.')
  fill('Address of background', 'https://example.com/sea.png')
  await user.selectOptions(screen.getByRole('combobox', { name: 'Category' }), 'Mystery')
  await user.type(textbox('New tag'), 'Sea{Enter}')
  await user.click(screen.getByRole('checkbox', { name: /^Public/ }))
  await user.click(screen.getByRole('checkbox', { name: /^Adult content/ }))
  await user.click(create())
  await waitFor(() => expect(requests()).toHaveLength(1))
  expect(requests()[0]).toMatchObject({
    scenario: 'A storm.',
    firstMessage: 'Hello {{user}}.',
    background: 'https://example.com/sea.png',
    category: 'Mystery',
    tags: ['Sea'],
    isPublic: false,
    isNsfw: true,
  })
})

test('offers the categories for new characters; Limitless is always adult', async () => {
  const { user } = await openForm()
  const category = screen.getByRole('combobox', { name: 'Category' })
  expect(
    within(category)
      .getAllByRole('option')
      .map((option) => option.textContent)
  ).toEqual(['General', 'Anime', 'Fantasy', 'Romance', 'Adventure', 'Sci-Fi', 'Mystery', 'Limitless'])
  const adult = screen.getByRole<HTMLInputElement>('checkbox', { name: /^Adult content/ })
  expect(adult.checked).toBe(false)
  await user.selectOptions(category, 'Limitless')
  expect(adult).toMatchObject({ checked: true, disabled: true })
  fillAll()
  await user.click(create())
  await waitFor(() => expect(requests()).toHaveLength(1))
  expect(api.characters[0]).toMatchObject({ category: 'Limitless', isNsfw: true })
})

test('shows an error next to each missing field and focuses the first', async () => {
  const { user } = await openForm()
  await user.click(create())
  await expectToast('Error', 'Please fill in all required fields including avatar')
  for (const message of [
    'Choose an avatar.',
    'Write a name.',
    'Write a description.',
    'Write a personality.',
    'Write a backstory.',
  ])
    expect(screen.getByText(message)).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Upload avatar' })))
  expect(textbox('Name').getAttribute('aria-invalid')).toBe('true')
  expect(screen.getByText('5 fields need attention:')).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Backstory' }))
  await waitFor(() => expect(document.activeElement).toBe(textbox('Backstory')))
  fillAll()
  await waitFor(() => expect(screen.queryByText(/need attention/)).toBeNull())
  expect(requests()).toEqual([])
})

test('treats whitespace as empty', async () => {
  const { user } = await openForm()
  fillAll()
  fill('Name', '   ')
  await user.click(create())
  await expectToast('Error', 'Please fill in all required fields including avatar')
  expect(screen.getByText('Write a name.')).toBeTruthy()
  expect(requests()).toEqual([])
})

test('reports a forbidden word while typing and does not send', async () => {
  const { user } = await openForm()
  fillAll()
  fill('Backstory', 'A CATEGORY of its own, then Gore and SCATTER.')
  // A forbidden word matches anywhere in a text. CATEGORY contains “gory”.
  expect(
    screen.getByText(
      'Content Not Allowed. Characters cannot contain: scat, gore, scatt, gory (“A CATEGORY of its own, then Gore and…”)'
    )
  ).toBeTruthy()
  await user.type(textbox('New tag'), 'Carnivore{Enter}')
  expect(screen.getByText('Content Not Allowed. Characters cannot contain: vore (“Carnivore”)')).toBeTruthy()
  await user.click(create())
  await expectToast('Content Not Allowed', 'Characters cannot contain: vore, scat, gore, scatt, gory')
  // The tags come before the texts in the form.
  await waitFor(() => expect(document.activeElement).toBe(textbox('New tag')))
  expect(requests()).toEqual([])
})

test('reports a text that is too long, with a counter near the limit', async () => {
  const { user } = await openForm()
  fillAll()
  fill('Description', 'a'.repeat(1_599))
  expect(screen.queryByText(/\/ 2,000/)).toBeNull()
  // Lengths are in code points, as on the server, so an emoji counts once.
  fill('Description', '💎'.repeat(2_000))
  expect(screen.getByText('2,000 / 2,000')).toBeTruthy()
  fill('Name', 'n'.repeat(81))
  expect(screen.getByText('81 / 80')).toBeTruthy()
  await user.click(create())
  await expectToast('Error', 'The name may have at most 80 characters.')
  await waitFor(() => expect(document.activeElement).toBe(textbox('Name')))
  const note = document.getElementById(textbox('Name').getAttribute('aria-describedby')!)
  expect(note?.textContent).toBe('The name may have at most 80 characters.')
  expect(requests()).toEqual([])
})

test('requires a picture URL for the avatar', async () => {
  const { user } = await openForm()
  fillAll()
  fill('Address of avatar', 'javascript:alert(1)')
  await user.click(create())
  const reason = 'The avatar must be the http or https address of a picture, or one of our own pictures.'
  await expectToast('Error', reason)
  const note = document.getElementById(textbox('Address of avatar').getAttribute('aria-describedby')!)
  expect(note?.textContent).toBe(reason)
  expect(requests()).toEqual([])
})

test('uses an uploaded avatar and does not send before it has arrived', async () => {
  const uploads = recordUploads()
  const { user } = await openForm()
  fillAll()
  await user.upload(screen.getByLabelText('Choose avatar'), aPicture())
  await user.click(create())
  expect(await screen.findByText('This picture is still uploading. Wait until it is finished.')).toBeTruthy()
  expect(requests()).toEqual([])
  act(() => uploads[0]!.respond('UploadedPicture', { url: '/pictures/own/mara.webp' }, 201))
  await waitFor(() => expect(screen.queryByText(/still uploading/)).toBeNull())
  await user.click(create())
  await waitFor(() => expect(requests()).toMatchObject([{ avatar: '/pictures/own/mara.webp' }]))
})

test('takes the avatar from the URL and keeps it after a reload', async () => {
  const { unmount, address } = await openForm(`/create-character?avatar=${encodeURIComponent(avatar)}`)
  expect(textbox('Address of avatar').value).toBe(avatar)
  await waitFor(() => expect(address()).toBe('/create-character'))
  unmount()
  await openForm()
  expect(textbox('Address of avatar').value).toBe(avatar)
})

test.each(['javascript:alert(1)', '//evil.example/a.png', 'data:text/html,x', '/api/logout'])(
  'does not take %s as avatar from the URL',
  async (bad) => {
    await openForm(`/create-character?avatar=${encodeURIComponent(bad)}`)
    expect(textbox('Address of avatar').value).toBe('')
    expect(savedDrafts()).toEqual([])
  }
)

const drawings = () => api.calls('POST /api/generate-image')
const openSheet = async (user: Awaited<ReturnType<typeof openForm>>['user'], picture: string) => {
  await user.click(screen.getByRole('button', { name: `Generate one for the ${picture}` }))
  return within(await screen.findByRole('dialog', { name: 'Generate a picture' }))
}

test(
  'draws an avatar in a sheet from the character’s own words and keeps the rest of the form',
  { tags: '@long' },
  async () => {
    const { user, address } = await openForm()
    fillAll()
    await user.type(textbox('New tag'), 'Sea{Enter}')
    const sheet = await openSheet(user, 'avatar')
    const words = 'Portrait: A lighthouse keeper who writes to ships. Sea'
    expect(sheet.getByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt' }).value).toBe(words)
    await sheet.findByRole('option', { name: 'SDXL Lightning' })
    await user.selectOptions(sheet.getByRole('combobox', { name: 'Model' }), 'SDXL Lightning')
    await user.click(sheet.getByRole('button', { name: 'Generate' }))
    expect(await sheet.findByRole('button', { name: `Select: ${words}`, pressed: true })).toBeTruthy()
    expect(drawings()).toEqual([{ prompt: words, model: 'sdxl-lightning', aspect: '2:3' }])
    await user.click(sheet.getByRole('button', { name: 'Use this picture' }))
    await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
    await waitFor(() =>
      expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Generate one for the avatar' }))
    )
    expect(address()).toBe('/create-character')
    expect(requests()).toEqual([])
    await user.click(create())
    await waitFor(() => expect(requests()).toHaveLength(1))
    expect(requests()[0]).toMatchObject({ name: 'Mara Venn', avatar: '/pictures/uploads/1.webp', tags: ['Sea'] })
  }
)

test(
  'draws the scenario’s place as background and keeps several results to choose from',
  { tags: '@long' },
  async () => {
    const { user } = await openForm()
    fillAll()
    fill('Scenario', 'A storm over the pier.')
    const sheet = await openSheet(user, 'background')
    const prompt = sheet.getByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt' })
    expect(prompt.value).toBe('Place: A storm over the pier.')
    await user.click(sheet.getByRole('button', { name: 'Generate' }))
    await user.click(await sheet.findByRole('button', { name: 'Generate another' }))
    await waitFor(() => expect(sheet.getAllByRole('button', { name: /^Select: / })).toHaveLength(2))
    // The newest picture is first, so this selects the older one.
    await user.click(sheet.getAllByRole('button', { name: /^Select: / })[1]!)
    await user.click(sheet.getByRole('button', { name: 'Use this picture' }))
    await user.click(create())
    await waitFor(() =>
      expect(requests()).toMatchObject([{ avatar, background: '/pictures/uploads/1.webp', avatarFocus: null }])
    )
  }
)

test('offers to retry a failed drawing, and keeps it running when the sheet is closed', { tags: '@long' }, async () => {
  const { user } = await openForm()
  fillAll()
  api.answerNext(() =>
    answer('Failure', { message: 'The painter is away.', code: 'provider_unavailable' }, { status: 503 })
  )
  const sheet = await openSheet(user, 'avatar')
  await user.click(sheet.getByRole('button', { name: 'Generate' }))
  expect((await sheet.findByRole('alert')).textContent).toContain('The painter is away.')
  api.isSlow = true
  await user.click(sheet.getByRole('button', { name: 'Retry' }))
  expect(sheet.queryByRole('alert')).toBeNull()
  expect(sheet.getByRole('progressbar', { name: 'Generating your picture' })).toBeTruthy()
  await user.keyboard('{Escape}')
  await waitFor(() => expect(screen.queryByRole('dialog')).toBeNull())
  await waitFor(() => expect(api.waiting).toHaveLength(1))
  act(() => api.waiting[0]!.finish())
  const again = await openSheet(user, 'avatar')
  await user.click(await again.findByRole('button', { name: 'Use this picture' }))
  await user.click(create())
  await waitFor(() => expect(requests()).toMatchObject([{ avatar: '/pictures/uploads/1.webp' }]))
})

test('does not draw without a prompt', async () => {
  const { user } = await openForm()
  const sheet = await openSheet(user, 'avatar')
  await user.click(sheet.getByRole('button', { name: 'Generate' }))
  expect(sheet.getByText('Please enter a prompt for image generation')).toBeTruthy()
  expect(drawings()).toEqual([])
})

test('moves the focus of the avatar by the arrow keys and forgets it with the picture', { tags: '@long' }, async () => {
  const { user } = await openForm()
  fillAll()
  const focus = await screen.findByRole('slider', { name: 'Focus of avatar' })
  expect(focus.getAttribute('aria-valuetext')).toBe('50% from the left, 20% from the top')
  focus.focus()
  await user.keyboard('{ArrowRight}{Shift>}{ArrowDown}{/Shift}{ArrowDown}')
  expect(focus.getAttribute('aria-valuetext')).toBe('52% from the left, 32% from the top')
  await user.keyboard('{Shift>}{ArrowUp>6/}{/Shift}')
  expect(focus.getAttribute('aria-valuetext')).toBe('52% from the left, 0% from the top')
  fill('Address of avatar', 'https://example.com/other.png')
  const fresh = await screen.findByRole('slider', { name: 'Focus of avatar' })
  await waitFor(() => expect(fresh.getAttribute('aria-valuetext')).toBe('50% from the left, 20% from the top'))
  fresh.focus()
  await user.keyboard('{ArrowDown}')
  await user.click(create())
  await waitFor(() => expect(requests()).toMatchObject([{ avatarFocus: { x: 0.5, y: 0.22 } }]))
})

test('offers fifteen tags of others first, then all', { tags: '@long' }, async () => {
  api.tags = Array.from({ length: 20 }, (_, index) => `Tag ${index + 1}`)
  const { user } = await openForm()
  const others = within(await screen.findByRole('list', { name: 'Tags of other characters' }))
  expect(others.getAllByRole('button', { name: /^Tag/ })).toHaveLength(15)
  await user.click(others.getByRole('button', { name: 'Tag 3' }))
  expect(others.getByRole('button', { name: 'Tag 3', pressed: true })).toBeTruthy()
  expect(screen.getByText('Tag 3 added. 1 of 20 tags.')).toBeTruthy()
  await user.click(others.getByRole('button', { name: 'Show All' }))
  expect(others.getAllByRole('button', { name: /^Tag/ })).toHaveLength(20)
  expect(others.queryByRole('button', { name: 'Show All' })).toBeNull()
  await waitFor(() => expect(document.activeElement).toBe(others.getByRole('button', { name: 'Tag 16' })))
  await user.click(others.getByRole('button', { name: 'Tag 3' }))
  expect(others.getByRole('button', { name: 'Tag 3', pressed: false })).toBeTruthy()
})

test('accepts own tags when the tags of others fail to load', async () => {
  api.failNext('GET /api/characters/tags', 500)
  const { user } = await openForm()
  await user.type(textbox('New tag'), 'Sea')
  await user.click(screen.getByRole('button', { name: 'Add New' }))
  expect(screen.getByRole('button', { name: 'Remove Sea' })).toBeTruthy()
  expect(screen.queryByRole('list', { name: 'Tags of other characters' })).toBeNull()
})

test('trims tags, ignores duplicates in any case and limits their length', async () => {
  const { user } = await openForm()
  const tag = textbox('New tag')
  await user.type(tag, '  Deep   Sea {Enter}')
  await user.type(tag, 'deep sea{Enter}')
  expect(group('Tags').getByText('deep sea is already added.')).toBeTruthy()
  expect(
    group('Tags')
      .getAllByRole('button', { name: /^Remove/ })
      .map((button) => button.getAttribute('aria-label'))
  ).toEqual(['Remove Deep Sea'])
  await user.clear(tag)
  await user.type(tag, `${'x'.repeat(41)}{Enter}`)
  expect(group('Tags').getByText('A tag can have at most 40 characters.')).toBeTruthy()
  await user.clear(tag)
  await user.type(tag, '   {Enter}')
  expect(group('Tags').getAllByRole('button', { name: /^Remove/ })).toHaveLength(1)
  expect(requests()).toEqual([])
})

test('includes a typed but not added tag, unless it is invalid', { tags: '@long' }, async () => {
  const { user } = await openForm()
  fillAll()
  await user.type(textbox('New tag'), 'Sea{Enter}')
  await user.type(textbox('New tag'), 'x'.repeat(41))
  await user.click(create())
  expect(group('Tags').getByText('A tag can have at most 40 characters.')).toBeTruthy()
  await waitFor(() => expect(document.activeElement).toBe(textbox('New tag')))
  expect(requests()).toEqual([])
  await user.clear(textbox('New tag'))
  await user.type(textbox('New tag'), ' Storm ')
  await user.click(create())
  await waitFor(() => expect(requests()).toHaveLength(1))
  expect(requests()[0]).toMatchObject({ tags: ['Sea', 'Storm'] })
})

test('limits tags to 20', { tags: '@long' }, async () => {
  const { user } = await openForm()
  const tag = textbox('New tag')
  for (let index = 1; index <= 21; index += 1) {
    fireEvent.change(tag, { target: { value: `Tag ${index}` } })
    await user.type(tag, '{Enter}')
  }
  expect(group('Tags').getByText('A character can have at most 20 tags.')).toBeTruthy()
  expect(group('Tags').getAllByRole('button', { name: /^Remove/ })).toHaveLength(20)
})

test('removes tags by keyboard and moves the focus to the next', { tags: '@long' }, async () => {
  const { user } = await openForm()
  await user.type(textbox('New tag'), 'One{Enter}Two{Enter}Three{Enter}')
  screen.getByRole('button', { name: 'Remove Two' }).focus()
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove Three' }))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(screen.getByRole('button', { name: 'Remove One' }))
  await user.keyboard('{Enter}')
  expect(document.activeElement).toBe(textbox('New tag'))
  expect(screen.getByText('One removed. 0 of 20 tags.')).toBeTruthy()
})

test('previews the card and the first message with names filled in', async () => {
  mockWindowWidth(1440)
  await openForm()
  fillAll()
  fill('First message', '*looks up* {{user}}? {{char}} did not expect $& company.')
  const preview = screen.getByRole('complementary', { name: 'Preview' })
  expect(within(preview).getByRole('article', { hidden: true }).textContent).toContain('Mara Venn')
  const opening = within(preview).getByRole('region', { name: 'Start of the chat' })
  expect(opening.textContent).toContain('looks up sam? Mara Venn did not expect $& company.')
  expect(within(opening).getByText('looks up').closest('em')).not.toBeNull()
})

test('previews a changed picture with its focus', { tags: '@long' }, async () => {
  mockWindowWidth(1440)
  const { user } = await openForm()
  const pictures = () =>
    [...screen.getByRole('complementary', { name: 'Preview' }).querySelectorAll('img')].map((picture) => [
      picture.getAttribute('src'),
      picture.style.objectPosition,
    ])
  fill('Address of avatar', '/pictures/own/one.webp')
  await waitFor(() =>
    expect(pictures().map(([source]) => source)).toEqual(Array(2).fill('/pictures/own/one.webp?w=768'))
  )
  const sheet = await openSheet(user, 'avatar')
  fireEvent.change(sheet.getByRole('textbox', { name: 'Prompt' }), { target: { value: 'A lamp' } })
  await user.click(sheet.getByRole('button', { name: 'Generate' }))
  await user.click(await sheet.findByRole('button', { name: 'Use this picture' }))
  screen.getByRole('slider', { name: 'Focus of avatar' }).focus()
  await user.keyboard('{ArrowLeft}')
  await waitFor(() => expect(pictures()).toEqual(Array(2).fill(['/pictures/uploads/1.webp?w=768', '48% 20%'])))
})

test('previews an adult character uncovered, as its owner sees it', async () => {
  mockWindowWidth(1440)
  const { user } = await openForm()
  await user.click(screen.getByRole('checkbox', { name: /^Adult content/ }))
  expect(within(screen.getByRole('complementary', { name: 'Preview' })).queryByText('Adult Content')).toBeNull()
})

test('shows the preview as a sheet where the form leaves no room', async () => {
  const { user } = await openForm()
  fill('Name', 'Mara')
  expect(screen.queryByRole('complementary', { name: 'Preview' })).toBeNull()
  await user.click(screen.getByRole('button', { name: 'Preview' }))
  const sheet = await screen.findByRole('dialog', { name: 'Preview' })
  expect(within(sheet).getByRole('article', { hidden: true }).textContent).toContain('Mara')
})

test('restores the input until it is discarded', async () => {
  const first = await openForm()
  await first.user.type(textbox('Name'), 'Mara')
  await first.user.type(textbox('New tag'), 'Sea{Enter}')
  expect(screen.getByText('Draft saved')).toBeTruthy()
  first.unmount()
  const { user, unmount } = await openForm()
  expect(screen.getByText('Draft restored')).toBeTruthy()
  expect(textbox('Name').value).toBe('Mara')
  expect(screen.getByRole('button', { name: 'Remove Sea' })).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Discard' }))
  expect(textbox('Name').value).toBe('')
  expect(screen.queryByText('Draft restored')).toBeNull()
  expect(savedDrafts()).toEqual([])
  unmount()
  await openForm()
  expect(screen.queryByText('Draft restored')).toBeNull()
})

test('hides the draft from another user of the same browser', async () => {
  const { unmount } = await openForm()
  fill('Name', 'Mara')
  unmount()
  api.user = { ...api.user!, id: 'user-2' }
  await openForm()
  expect(textbox('Name').value).toBe('')
  expect(screen.queryByText('Draft restored')).toBeNull()
})

test('ignores a corrupted draft', async () => {
  localStorage.setItem('facet:character-draft:user-1:new', '{"name":7,"tags":"x","description":"Kept","isPublic":"no"}')
  const { unmount } = await openForm()
  expect(textbox('Description').value).toBe('Kept')
  expect(textbox('Name').value).toBe('')
  unmount()
  localStorage.setItem('facet:character-draft:user-1:new', 'no json')
  await openForm()
  expect(textbox('Description').value).toBe('')
})

test('works without storage and warns before leaving', { tags: '@long' }, async () => {
  vi.spyOn(Storage.prototype, 'setItem').mockImplementation(() => {
    throw new DOMException('full', 'QuotaExceededError')
  })
  const { user, address } = await openForm()
  fillAll()
  expect(screen.getByText('Not saved yet')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Recent Chats' }))
  expect(await screen.findByText(/will be lost/)).toBeTruthy()
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  await user.click(create())
  await waitFor(() => expect(requests()).toHaveLength(1))
  await waitFor(() => expect(address()).not.toBe('/create-character'))
})

test('asks before leaving by a link only when the form was edited', async () => {
  const { user, address } = await openForm()
  fill('Name', 'Mara')
  await user.click(screen.getByRole('link', { name: 'Recent Chats' }))
  const question = await screen.findByRole('alertdialog', { name: 'Leave without saving?' })
  expect(within(question).getByText('Your changes are saved as a draft on this device.')).toBeTruthy()
  await user.click(within(question).getByRole('button', { name: 'Cancel' }))
  expect(address()).toBe('/create-character')
  expect(textbox('Name').value).toBe('Mara')
  fill('Name', '')
  await user.click(screen.getByRole('link', { name: 'Recent Chats' }))
  expect(address()).toBe('/memory')
})

test('restores the draft after leaving', async () => {
  const { user, address, goTo } = await openForm()
  fill('Name', 'Mara')
  await user.click(screen.getByRole('link', { name: 'Recent Chats' }))
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  expect(address()).toBe('/memory')
  await screen.findByText('No recent chats')
  await goTo('/create-character')
  expect(await screen.findByText('Draft restored')).toBeTruthy()
  expect(textbox('Name').value).toBe('Mara')
})

test('asks before going back and stays until answered', async () => {
  const { user, goTo, address } = renderApp(api, '/memory')
  await screen.findByText('No recent chats')
  await goTo('/create-character')
  await screen.findByRole('heading', { level: 1, name: 'Create a character' })
  fill('Name', 'Mara')
  await act(async () => window.history.back())
  expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy()
  await waitFor(() => expect(address()).toBe('/create-character'))
  await user.click(screen.getByRole('button', { name: 'Cancel' }))
  expect(textbox('Name').value).toBe('Mara')
  await act(async () => window.history.back())
  await user.click(await screen.findByRole('button', { name: 'Leave' }))
  await waitFor(() => expect(address()).toBe('/memory'))
  expect(await screen.findByText('No recent chats')).toBeTruthy()
})

test('does not ask before leaving a restored draft that was not edited', async () => {
  const first = await openForm()
  fill('Name', 'Mara')
  first.unmount()
  const { user, address } = await openForm()
  expect(screen.getByText('Draft restored')).toBeTruthy()
  await user.click(screen.getByRole('link', { name: 'Recent Chats' }))
  expect(address()).toBe('/memory')
  expect(savedDrafts()).toHaveLength(1)
})

test('asks before leaving while a picture is uploading', async () => {
  recordUploads()
  const { user } = await openForm()
  await user.upload(screen.getByLabelText('Choose avatar'), aPicture())
  await user.click(screen.getByRole('link', { name: 'Recent Chats' }))
  expect(await screen.findByRole('alertdialog', { name: 'Leave without saving?' })).toBeTruthy()
})

test('lets the browser ask before closing the tab while there is input', async () => {
  await openForm()
  const isAsked = () => {
    const event = new Event('beforeunload', { cancelable: true })
    window.dispatchEvent(event)
    return event.defaultPrevented
  }
  expect(isAsked()).toBe(false)
  fill('Name', 'Mara')
  expect(isAsked()).toBe(true)
  fill('Name', '')
  expect(isAsked()).toBe(false)
})

test('shows the server’s field errors next to their fields', async () => {
  const { user } = await openForm()
  fillAll()
  api.failNext('POST /api/characters', 422, {
    message: 'The scenario is too dull.',
    code: 'validation_failed',
    errors: [{ field: 'scenario', rule: 'dull', message: 'The scenario is too dull.' }],
  })
  await user.click(create())
  await expectToast('Error', 'The scenario is too dull.')
  await waitFor(() => expect(document.activeElement).toBe(textbox('Scenario')))
  expect(textbox('Scenario').getAttribute('aria-invalid')).toBe('true')
  await user.type(textbox('Scenario'), 'A storm.')
  await user.click(create())
  await waitFor(() => expect(requests()).toHaveLength(2))
})

test('shows the server’s message for words only it forbids', async () => {
  const { user } = await openForm()
  fillAll()
  api.failNext('POST /api/characters', 422, {
    message: 'Characters cannot contain: fog',
    code: 'content_not_allowed',
    errors: [{ field: 'backstory', rule: 'forbidden', message: 'Characters cannot contain: fog' }],
  })
  await user.click(create())
  await expectToast('Content Not Allowed', 'Characters cannot contain: fog')
  expect(screen.getByText('Content Not Allowed. Characters cannot contain: fog')).toBeTruthy()
})

test.each([
  ['the server’s sentence', { message: 'We are resting.', code: 'unavailable' }, 'We are resting.'],
  ['the fallback', null, 'Failed to create character'],
])('reports a failure with %s and keeps the input', async (_, body, said) => {
  const { user } = await openForm()
  fillAll()
  api.failNext('POST /api/characters', 503, body)
  await user.click(create())
  await expectToast('Error', said)
  expect(textbox('Name').value).toBe('Mara Venn')
  await user.click(create())
  await waitFor(() => expect(api.characters).toHaveLength(1))
})

test('leads to the sign-in page when the session has ended and keeps the draft', async () => {
  const leaveTo = vi.spyOn(browser, 'leaveTo').mockImplementation(() => {})
  const { user } = await openForm()
  fillAll()
  api.failNext('POST /api/characters', 401, { message: 'Please log in first.', code: 'signed_out' })
  await user.click(create())
  await waitFor(() => expect(toasts.current()?.title).toBe('You are logged out. Logging in again...'))
  await waitFor(() => expect(leaveTo).toHaveBeenCalledWith('/api/login?next=%2Fcreate-character'))
  expect(savedDrafts()).toHaveLength(1)
})

test('sends one character on a double click', async () => {
  const { user } = await openForm()
  fillAll()
  await user.dblClick(create())
  await waitFor(() => expect(api.characters).toHaveLength(1))
  expect(requests()).toHaveLength(1)
})

test('is linked from the frame on every screen', async () => {
  mockWindowWidth(1440)
  renderApp(api, '/')
  const sidebar = within(await screen.findByRole('complementary', { name: 'Sidebar' }))
  expect((await sidebar.findByRole('link', { name: 'Create Character' })).getAttribute('href')).toBe(
    '/create-character'
  )
  expect(within(screen.getByRole('banner')).getByRole('link', { name: 'Create' }).getAttribute('href')).toBe(
    '/create-character'
  )
  const main = within(screen.getByRole('main'))
  expect((await main.findByRole('link', { name: 'Create Character' })).getAttribute('href')).toBe('/create-character')
})

test('shows visitors the 404 page', async () => {
  api.user = null
  renderApp(api, '/create-character')
  expect(await screen.findByText('Page Not Found')).toBeTruthy()
})

test('shows which models fit a character and what others shorten', async () => {
  await openForm()
  fillAll()
  expect(await screen.findByText(/^About \d+ tokens in every prompt\. Fits every model\.$/)).toBeTruthy()
  fill('Backstory', 'She has lived here for long. '.repeat(550))
  const list = within(await screen.findByRole('list', { name: 'Fit by model' }))
  expect(list.getAllByRole('listitem').map(({ textContent }) => textContent)).toEqual([
    'Toppy 7B: backstory is shortened',
    'MythoMist 7B: backstory is shortened',
    'ReMM 13B: fits',
    'MythoMax 13B: fits',
  ])
  fill('Scenario', 'The storm goes on and on. '.repeat(300))
  fill('First message', 'Come in out of the rain, will you? '.repeat(220))
  await waitFor(() =>
    expect(list.getAllByRole('listitem')[0]!.textContent).toBe(
      'Toppy 7B: backstory, scenario, and first message are shortened'
    )
  )
})

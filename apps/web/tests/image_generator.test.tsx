import { act, fireEvent, screen, waitFor, within } from '@testing-library/react'
import { beforeEach, expect, test, vi } from 'vitest'
import * as rules from '#config/content_rules'
import { checkPrompt, type ImageOption } from '#modules/imagegen/api'
import { fileNameOf } from '../src/features/imagegen/file_name.ts'
import { keptPictures } from '../src/features/imagegen/kept_pictures.ts'
import { quickPrompts } from '../src/features/imagegen/quick_prompts.ts'
import { browser } from '../src/lib/browser.ts'
import { toasts } from '../src/lib/toasts.ts'
import type { Failure } from '#modules/accounts/api'
import { answer } from './check_answer.ts'
import { FakeImages } from './fake_images.ts'
import { renderApp } from './render_app.tsx'

let api: FakeImages
beforeEach(() => {
  api = new FakeImages()
})

const prompt = () => screen.getByRole<HTMLTextAreaElement>('textbox', { name: 'Prompt' })
const generate = () => screen.getByRole('button', { name: 'Generate Image' })
const picture = (text: string) => screen.findByRole('button', { name: `Select: ${text}` })
const pictures = () => screen.queryAllByRole('button', { name: /^Select: / })
const requests = () => api.calls('POST /api/generate-image')
const expectToast = async (title: string, description?: string) =>
  waitFor(() => expect(toasts.current()).toMatchObject(description === undefined ? { title } : { title, description }))

const openScreen = async () => {
  const app = renderApp(api, '/ai-image-generator')
  await screen.findByRole('heading', { level: 1, name: 'AI image generator' })
  // Runs pending effects: the form must be subscribed to its draft before the first input.
  await act(async () => {})
  return app
}
const write = (text: string) => fireEvent.change(prompt(), { target: { value: text } })
const draw = async (text: string) => {
  write(text)
  fireEvent.click(generate())
  return picture(text)
}

test('requests a picture with model and shape and adds it to the list', async () => {
  await openScreen()
  expect(screen.getByText('No pictures yet')).toBeDefined()
  await draw('A lamp in the fog')
  await expectToast('Image generated successfully!')
  fireEvent.change(screen.getByRole('combobox', { name: 'Model' }), { target: { value: 'stable-diffusion-3' } })
  fireEvent.change(screen.getByRole('combobox', { name: 'Shape' }), { target: { value: '2:3' } })
  await draw('A tower')
  expect(requests()).toEqual([
    { prompt: 'A lamp in the fog', model: 'flux-schnell', aspect: '1:1' },
    { prompt: 'A tower', model: 'stable-diffusion-3', aspect: '2:3' },
  ])
  expect(pictures().map((picture) => picture.getAttribute('aria-label'))).toEqual([
    'Select: A tower',
    'Select: A lamp in the fog',
  ])
})

test('shows the words that a picture leaves out', async () => {
  api.notDrawn = ['sword', 'moon']
  await openScreen()
  await draw('A knight with a sword under the moon')
  expect(await screen.findByText('Left out: sword, moon')).toBeDefined()
})

test('takes a suggested prompt from the address', async () => {
  const { address } = renderApp(api, '/ai-image-generator?prompt=Portrait%3A%20a%20ferrywoman')
  await screen.findByRole('heading', { level: 1, name: 'AI image generator' })
  await waitFor(() => expect(prompt().value).toBe('Portrait: a ferrywoman'))
  await waitFor(() => expect(address()).toBe('/ai-image-generator'))
})

test('requires a valid prompt and sends nothing otherwise', async () => {
  await openScreen()
  write('   ')
  fireEvent.click(generate())
  await expectToast('Error', 'Please enter a prompt for image generation')
  expect(document.activeElement).toBe(prompt())
  expect(prompt().getAttribute('aria-invalid')).toBe('true')
  write('Gore')
  expect(prompt().getAttribute('aria-invalid')).toBeNull()
  fireEvent.click(generate())
  await expectToast('Content Not Allowed', 'Pictures cannot contain: gore')
  write('x'.repeat(2_001))
  fireEvent.click(generate())
  await expectToast('Error', 'The prompt may have at most 2,000 characters.')
  expect(requests()).toEqual([])
})

test('writes a quick prompt into the field; all of them are allowed', async () => {
  const { user } = await openScreen()
  for (const quick of quickPrompts) expect(checkPrompt(rules, quick.prompt).ok, quick.label).toBe(true)
  const [first] = quickPrompts
  await user.click(screen.getByRole('button', { name: first.label }))
  expect(prompt().value).toBe(first.prompt)
  expect(document.activeElement).toBe(prompt())
})

test('selects a picture, links to a new character and deselects on a second click', { tags: '@long' }, async () => {
  const { user, address } = await openScreen()
  const first = await draw('A lamp')
  const link = () => screen.queryByRole('link', { name: 'Create a character' })
  expect([first.getAttribute('aria-pressed'), link()]).toEqual(['false', null])
  await user.click(first)
  expect(first.getAttribute('aria-pressed')).toBe('true')
  await user.click(first)
  expect([first.getAttribute('aria-pressed'), link()]).toEqual(['false', null])
  await user.click(first)
  const other = await draw('A tower')
  await user.click(other)
  expect([first, other].map((picture) => picture.getAttribute('aria-pressed'))).toEqual(['false', 'true'])
  await user.click(link()!)
  await screen.findByRole('heading', { level: 1, name: 'Create a character' })
  expect(address()).toMatch(/^\/create-character/)
  expect(screen.getByRole('button', { name: 'Replace avatar' })).toBeDefined()
})

test('shows the elapsed time, ignores a second click and can be stopped', async () => {
  api.isSlow = true
  const { user } = await openScreen()
  write('A lamp')
  fireEvent.click(generate())
  fireEvent.click(generate())
  await screen.findByRole('progressbar', { name: 'Generating your picture' })
  expect(screen.getByText(/^\d+ s$/)).toBeDefined()
  fireEvent.click(generate())
  await waitFor(() => expect(api.waiting).toHaveLength(1))
  await user.click(screen.getByRole('button', { name: 'Stop' }))
  await waitFor(() => expect(screen.queryByRole('progressbar')).toBeNull())
  expect(api.waiting[0]!.signal?.aborted).toBe(true)
  expect(document.activeElement).toBe(generate())
  expect([toasts.current(), pictures(), screen.queryByRole('alert')]).toEqual([null, [], null])
  expect(requests()).toHaveLength(1)
})

test('lists a picture finished while on another screen and keeps the prompt', async () => {
  api.isSlow = true
  const { goTo } = await openScreen()
  write('A lamp')
  fireEvent.click(generate())
  await waitFor(() => expect(api.waiting).toHaveLength(1))
  write('A tower')
  await goTo('/notifications')
  await goTo('/ai-image-generator')
  await screen.findByRole('progressbar', { name: 'Generating your picture' })
  await goTo('/notifications')
  await act(async () => api.waiting[0]!.finish())
  await expectToast('Image generated successfully!')
  await goTo('/ai-image-generator')
  await picture('A lamp')
  expect(prompt().value).toBe('A tower')
})

test('keeps the list after a reload, for this tab and user only', async () => {
  const { unmount } = await openScreen()
  await draw('A lamp')
  unmount()
  keptPictures.forget()
  await openScreen()
  await picture('A lamp')
  keptPictures.forget()
  sessionStorage.setItem('facet:pictures:user-2', '{"pictures":[{"url":5}],"draft":[]}')
  expect(keptPictures.of('user-2')).toEqual({ pictures: [], draft: null })
})

test('shows a refusal next to its field and says when to retry', async () => {
  await openScreen()
  const refuse = (status: number, body: Failure, headers = {}) =>
    api.answerNext(() => answer('Failure', body, { status, headers }))
  refuse(422, { message: 'The model’s content rules refused this prompt.', code: 'content_filtered' })
  write('A lamp')
  fireEvent.click(generate())
  await expectToast('Error', 'The model’s content rules refused this prompt.')
  expect(prompt().getAttribute('aria-invalid')).toBe('true')
  refuse(429, { message: 'Those were many pictures.', code: 'too_many_requests' }, { 'Retry-After': '600' })
  fireEvent.click(generate())
  expect(await screen.findByText('Those were many pictures. Try again in 10 minutes.')).toBeDefined()
  api.isOffline = true
  fireEvent.click(generate())
  await expectToast('Error', 'Failed to generate image')
  expect(within(await screen.findByRole('alert')).getByText(/Check your connection/)).toBeDefined()
  api.isOffline = false
  await draw('A tower')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('reports an ended session and keeps the prompt', async () => {
  const leave = vi.spyOn(browser, 'leaveTo').mockImplementation(() => {})
  await openScreen()
  api.failNext('POST /api/generate-image', 401, { message: 'Please log in first.', code: 'signed_out' })
  write('A lamp')
  fireEvent.click(generate())
  await expectToast('You are logged out. Logging in again...')
  await waitFor(() => expect(leave).toHaveBeenCalledWith('/api/login?next=%2Fai-image-generator'))
  expect(prompt().value).toBe('A lamp')
})

test('copies the full URL', async () => {
  const copy = vi.spyOn(browser, 'copy').mockResolvedValue()
  const { user } = await openScreen()
  await draw('A lamp')
  await user.click(screen.getByRole('button', { name: 'Copy URL' }))
  expect(copy).toHaveBeenCalledWith(`${window.location.origin}/pictures/uploads/1.webp`)
  await expectToast('Copied', 'Image URL copied to clipboard')
  copy.mockRejectedValue(new Error('not allowed'))
  await user.click(screen.getByRole('button', { name: 'Copy URL' }))
  await expectToast('Error', 'Failed to copy the image URL')
})

test('reports a picture that could not be downloaded', async () => {
  const { user } = await openScreen()
  await draw('A lamp')
  api.failNext('GET /pictures/uploads/1.webp', 404)
  await user.click(screen.getByRole('button', { name: 'Download' }))
  await expectToast('Error', 'Failed to download image')
})

test('names a file after the first 30 characters of its prompt', () => {
  for (const [text, name] of [
    ['A lighthouse keeper in the rain at night', 'A lighthouse keeper in the rai.png'],
    ['💎'.repeat(40), `${'💎'.repeat(30)}.png`],
    ['../../etc/passwd', 'etc-passwd.png'],
    ['a\\b:c*d?"e<f>g|h\u0000\n i', 'a-b-c-d-e-f-g-h i.png'],
    [' . ', 'picture.png'],
    ['50% off. ', '50- off.png'],
  ] as const)
    expect(fileNameOf(text)).toBe(name)
})

test('names the provider and notes when it is not an AI model', async () => {
  api.note = 'Drawn on this server.'
  api.isDemo = true
  const { unmount } = await openScreen()
  await screen.findByText('Drawn on this server.')
  screen.getByText('Demo')
  unmount()
  api.note = null
  api.isDemo = false
  await openScreen()
  await screen.findByText('Generated by Replicate.')
  expect(screen.queryByText('Demo')).toBeNull()
})

test('offers the one model that draws every picture, and keeps its name with the pictures', async () => {
  api.modelName = 'GPT Image 1'
  const { unmount } = await openScreen()
  const options = () => within(screen.getByRole('combobox', { name: 'Model' })).getAllByRole('option')
  await waitFor(() => expect(options().map((option) => option.textContent)).toEqual(['GPT Image 1']))
  write('A lighthouse')
  fireEvent.click(generate())
  const item = (await picture('A lighthouse')).closest('li')!
  expect(within(item).getByText('GPT Image 1')).toBeTruthy()
  unmount()
  api.modelName = null
  await openScreen()
  const kept = (await picture('A lighthouse')).closest('li')!
  expect(within(kept).getByText('GPT Image 1')).toBeTruthy()
})

const options: ImageOption[] = [
  { id: 'negativePrompt', kind: 'text' },
  { id: 'steps', kind: 'number', min: 1, max: 60, step: 1, default: 25 },
  { id: 'seed', kind: 'number', min: 0, max: 100, step: 1 },
  { id: 'sampler', kind: 'choice', choices: ['Euler', 'Heun'] },
]

test('offers the options of the model and sends those that were chosen', async () => {
  api.options = options
  const { user } = await openScreen()
  await user.click(await screen.findByText('More'))
  fireEvent.change(screen.getByRole('textbox', { name: 'Leave out' }), { target: { value: 'blur' } })
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Steps' }), { target: { value: '12' } })
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Seed' }), { target: { value: '7' } })
  fireEvent.change(screen.getByRole('spinbutton', { name: 'Seed' }), { target: { value: '' } })
  fireEvent.change(screen.getByRole('combobox', { name: 'Sampler' }), { target: { value: 'Heun' } })
  await draw('A lamp')
  expect(requests()).toEqual([
    {
      prompt: 'A lamp',
      model: 'flux-schnell',
      aspect: '1:1',
      options: { negativePrompt: 'blur', steps: 12, sampler: 'Heun' },
    },
  ])
})

test('shows an option out of its bounds at its field and sends nothing', async () => {
  api.options = options
  await openScreen()
  await screen.findByText('More')
  fireEvent.change(screen.getByLabelText('Steps'), { target: { value: '61' } })
  write('A lamp')
  fireEvent.click(generate())
  expect(await screen.findByText('Steps must be a whole number from 1 to 60.')).toBeDefined()
  const field = screen.getByRole('spinbutton', { name: 'Steps' })
  expect(field.getAttribute('aria-invalid')).toBe('true')
  fireEvent.change(screen.getByRole('textbox', { name: 'Leave out' }), { target: { value: 'Gore' } })
  fireEvent.change(field, { target: { value: '' } })
  fireEvent.click(generate())
  await expectToast('Content Not Allowed', 'Pictures cannot contain: gore')
  expect(requests()).toEqual([])
})

test('shows how far a picture is, and how many are before it', async () => {
  api.isSlow = true
  api.tellsProgress = true
  await openScreen()
  await screen.findByText(/^Generated by/)
  write('A lamp')
  fireEvent.click(generate())
  await waitFor(() => expect(api.waiting).toHaveLength(1))
  const { id } = api.waiting[0]!.request
  const bar = screen.getByRole('progressbar', { name: 'Generating your picture' })
  expect(bar.getAttribute('aria-valuenow')).toBeNull()
  act(() => api.broadcast({ type: 'picture', id: id!, state: 'waiting', ahead: 2 }))
  expect(await screen.findByText(/2 before yours/)).toBeDefined()
  act(() => api.broadcast({ type: 'picture', id: 'another', state: 'drawing', fraction: 0.9 }))
  act(() => api.broadcast({ type: 'picture', id: id!, state: 'drawing', fraction: 0.4 }))
  await waitFor(() => expect(bar.getAttribute('aria-valuenow')).toBe('40'))
  expect(screen.getByText(/40 %/)).toBeDefined()
})

test('says why there are no models, and tries again', async () => {
  api.failNext('GET /api/image-models', 503, {
    message: 'Pictures can’t be generated right now. Please try again later.',
    code: 'images_unavailable',
  })
  const { user } = await openScreen()
  const alert = await screen.findByRole('alert')
  expect(alert.textContent).toContain('Pictures can’t be generated right now.')
  await user.click(within(alert).getByRole('button', { name: 'Try again' }))
  await screen.findByText('Generated by Replicate.')
  expect(screen.queryByRole('alert')).toBeNull()
})

test('says that a picture was made by a model, or by rules', async () => {
  const { unmount } = await openScreen()
  await draw('A lamp')
  expect(screen.getByText(/Made by a model/)).toBeDefined()
  unmount()
  api.isDemo = true
  await openScreen()
  await screen.findByText('Demo')
  await draw('A tower')
  expect(screen.getByText(/Made by rules/)).toBeDefined()
})

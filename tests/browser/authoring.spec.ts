import { join } from 'node:path'
import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import { longRun } from '#tests/support/long_run'
import { boxOf } from './support/box.ts'
import { journey, type JourneyContext } from './support/journey.ts'
import { focusOn, tabTo } from './support/keys.ts'
import { sidewaysOverflow } from './support/overflow.ts'
import { on, until } from './support/screens.ts'

const picture = join(import.meta.dirname, '../../apps/web/public/icon-192.png')

const form = (page: Page) => ({
  field: (name: string) => page.getByRole('textbox', { name: new RegExp(`^${name}( \\(optional\\))?$`) }),
  tag: (name: string) => page.getByRole('button', { name: `Remove ${name}`, exact: true }),
  chooser: page.getByLabel('Choose avatar'),
  isPublic: page.getByRole('checkbox', { name: 'Public' }),
  create: page.getByRole('button', { name: 'Create Character', exact: true }),
  save: page.getByRole('button', { name: 'Save Changes', exact: true }),
  question: page.getByRole('alertdialog', { name: 'Leave without saving?' }),
  restored: page.getByText('Draft restored', { exact: true }),
})

const texts = {
  Name: 'Marisol of the Long Pier',
  Description: 'Keeps a light that nobody asked for.',
  Personality: 'Dry, patient, watchful.',
  Backstory: 'Eleven winters at Harrow Point.',
}

const openNew = async (page: Page) => {
  await page.goto('/create-character')
  await page.getByRole('heading', { name: 'Create a character' }).waitFor()
}

/** Fills in the form for a private character, so that other tests don't see it in the gallery. */
const fillAll = async (page: Page) => {
  const { field, chooser, isPublic } = form(page)
  for (const [name, text] of Object.entries(texts)) await field(name).fill(text)
  await chooser.setInputFiles(picture)
  await page.getByRole('button', { name: 'Replace avatar' }).waitFor()
  await isPublic.uncheck()
}

/** Creates a private character of the user. */
const createOwn = async ({ client, stage }: JourneyContext, fields: Record<string, unknown> = {}) => {
  const [other] = (await client!.get('/api/characters')).body
  const { status, body, text } = await client!.post('/api/characters', {
    name: 'Marisol',
    description: texts.Description,
    personality: texts.Personality,
    backstory: texts.Backstory,
    avatar: other.avatar,
    tags: ['Sea', 'Light'],
    isPublic: false,
    ...fields,
  })
  if (status !== 201) throw new Error(`${stage.server.url} answers ${status}: ${text}`)
  return body as { id: string; avatar: string; background: string }
}

const openEdit = async (page: Page, id: string) => {
  await page.goto(`/edit-character/${id}`)
  await page.getByRole('heading', { name: /^Edit / }).waitFor()
}

test.group('Creating a character', () => {
  journey('works by keyboard, with an uploaded picture', { rubies: 50 }, async (scene) => {
    const { assert, page, client } = scene
    const { keyboard } = page
    const { field, tag, isPublic, create } = form(page)
    await page.goto('/')
    await tabTo(page, page.getByRole('main').getByRole('link', { name: 'Create Character' }))
    await keyboard.press('Enter')
    await page.getByRole('heading', { name: 'Create a character' }).waitFor()

    await tabTo(page, page.getByRole('button', { name: 'Upload avatar' }))
    const [chooser] = await Promise.all([page.waitForEvent('filechooser'), keyboard.press('Enter')])
    await chooser.setFiles(picture)
    await page.getByRole('button', { name: 'Replace avatar' }).waitFor()
    for (const name of ['Name', 'Description']) {
      await tabTo(page, field(name))
      await keyboard.type(texts[name as keyof typeof texts])
    }
    await tabTo(page, page.getByRole('combobox', { name: 'Category' }))
    await keyboard.type('Myst')
    await tabTo(page, field('New tag'))
    for (const word of ['Lighthouse', ' lighthouse ', 'Storm']) {
      await keyboard.type(word)
      await keyboard.press('Enter')
      await keyboard.press('ControlOrMeta+A')
      await keyboard.press('Delete')
    }
    await tag('Storm').waitFor()
    for (const name of ['Personality', 'Backstory', 'Scenario', 'First message']) {
      await tabTo(page, field(name))
      await keyboard.type(texts[name as keyof typeof texts] ?? 'Hi {{user}}.')
    }
    await tabTo(page, isPublic)
    await keyboard.press('Space')
    await tabTo(page, create)
    await keyboard.press('Enter')

    await page.waitForURL(/\/character\/[\w-]+$/)
    await page.getByRole('heading', { level: 1, name: texts.Name }).waitFor()
    const { body } = await client!.get(`/api/characters/${page.url().split('/').at(-1)}`)
    assert.containsSubset(body, {
      name: texts.Name,
      description: texts.Description,
      personality: texts.Personality,
      backstory: texts.Backstory,
      scenario: 'Hi {{user}}.',
      firstMessage: 'Hi {{user}}.',
      category: 'Mystery',
      tags: ['Lighthouse', 'Storm'],
      isPublic: false,
      isNsfw: false,
    })
    assert.match(body.avatar, /^\/pictures\//)
    assert.equal(body.background, body.avatar)
    const stored = await client!.get(`${body.avatar}?w=192`)
    assert.equal(stored.status, 200)
  }).tags(longRun)

  journey('reports missing fields and forbidden words, and stores nothing', { rubies: 50 }, async (scene) => {
    const { assert, page, client } = scene
    const { field, create, isPublic } = form(page)
    const { toasts } = on(page)
    await openNew(page)
    await create.click()
    await toasts.filter({ hasText: 'Please fill in all required fields including avatar' }).waitFor()
    await focusOn(page.getByRole('button', { name: 'Upload avatar' }))
    await page.getByText('5 fields need attention:').waitFor()
    await fillAll(page)
    await field('Backstory').fill('There was Gore, and then vore.')
    await page.getByText('Content Not Allowed. Characters cannot contain: vore, gore').waitFor()
    await create.click()
    await toasts
      .filter({ hasText: 'Content Not Allowed' })
      .filter({ hasText: 'Characters cannot contain: vore, gore' })
      .waitFor()
    await focusOn(field('Backstory'))
    assert.equal((await client!.get('/api/auth/user')).body.stats.charactersCreated, 0)
    await field('Backstory').fill(texts.Backstory)
    assert.isFalse(await isPublic.isChecked())
    await create.click()
    await page.waitForURL(/\/character\//)
    assert.equal((await client!.get('/api/auth/user')).body.stats.charactersCreated, 1)
  }).tags(longRun)

  journey('reports a file that is not a picture', { rubies: 50 }, async ({ page, visitor }) => {
    visitor.tolerate(/^answer: POST \/api\/uploads\/images 4\d\d$/)
    const { chooser } = form(page)
    await openNew(page)
    const fake = { mimeType: 'image/png', buffer: Buffer.from('<script>alert(1)</script>') }
    await chooser.setInputFiles({ name: 'no-picture.png', ...fake })
    await until(
      async () => !/You can drop or paste/.test(await page.getByRole('group', { name: 'Avatar' }).innerText()),
      'the field shows the error'
    )
    await chooser.setInputFiles(picture)
    await page.getByRole('button', { name: 'Replace avatar' }).waitFor()
  }).tags(longRun)

  journey('keeps the draft over a reload, a closed tab and an ended session', { rubies: 50 }, async (scene) => {
    const { assert, page, visitor, client } = scene
    visitor.tolerate(/ 401$/)
    const { field, restored } = form(page)
    await openNew(page)
    await field('Name').fill(texts.Name)
    await field('New tag').fill('Sea')
    await field('New tag').press('Enter')
    // Accepts the browser's own prompt on leaving.
    const dialogs: string[] = []
    page.on('dialog', (dialog) => {
      dialogs.push(dialog.type())
      void dialog.accept()
    })
    await page.reload()
    await restored.waitFor()
    assert.deepEqual(dialogs, ['beforeunload'])
    assert.equal(await field('Name').inputValue(), texts.Name)
    await page.close()

    const tab = await visitor.context.newPage()
    await openNew(tab)
    await form(tab).restored.waitFor()
    await form(tab).tag('Sea').waitFor()
    await fillAll(tab)
    const [name, value] = client!.cookie.split('=') as [string, string]
    await visitor.context.clearCookies()
    await form(tab).create.click()
    await tab.waitForURL('/api/login?next=%2Fcreate-character')
    await visitor.context.addCookies([{ name, value, url: scene.stage.server.url }])
    await openNew(tab)
    await form(tab).restored.waitFor()
    assert.equal(await form(tab).field('Backstory').inputValue(), texts.Backstory)
    await tab.getByRole('button', { name: 'Discard' }).click()
    assert.equal(await form(tab).field('Name').inputValue(), '')
    await tab.reload()
    await tab.getByRole('heading', { name: 'Create a character' }).waitFor()
    assert.equal(await form(tab).restored.count(), 0)
  }).tags(longRun)

  journey('asks before a link, a search or Back discards changes', { rubies: 50 }, async ({ assert, page }) => {
    const { field, question } = form(page)
    await page.goto('/memory')
    await page.getByRole('heading', { name: 'Recent chats', level: 1 }).waitFor()
    await page.getByRole('banner').getByRole('link', { name: 'Create' }).click()
    await field('Name').fill(texts.Name)
    const stays = async () => {
      await question.getByRole('button', { name: 'Cancel' }).click()
      await question.waitFor({ state: 'detached' })
      await page.waitForURL('/create-character')
      assert.equal(await field('Name').inputValue(), texts.Name)
    }
    await page.getByRole('banner').getByRole('link', { name: 'Discover' }).click()
    await stays()
    await on(page).search.fill('Wenna')
    await page.keyboard.press('Enter')
    await stays()
    await page.evaluate('history.back()')
    await stays()
    await page.evaluate('history.back()')
    await question.getByRole('button', { name: 'Leave' }).click()
    await page.waitForURL('/memory')
    await page.getByRole('heading', { name: 'Recent chats', level: 1 }).waitFor()
    await page.goForward()
    await form(page).restored.waitFor()
    assert.equal(await field('Name').inputValue(), texts.Name)
  }).tags(longRun)

  journey(
    'takes an avatar from the URL, if it is a picture',
    { rubies: 50, width: 390, height: 844 },
    async ({ assert, page, client }) => {
      const [{ avatar }] = (await client!.get('/api/characters')).body
      await page.goto(`/create-character?avatar=${encodeURIComponent(avatar)}`)
      await page.getByRole('button', { name: 'Replace avatar' }).waitFor()
      await page.waitForURL('/create-character')
      await page.getByRole('button', { name: 'Remove avatar' }).click()
      await page.goto(`/create-character?avatar=${encodeURIComponent('javascript:alert(1)')}`)
      await page.getByRole('button', { name: 'Upload avatar' }).waitFor()
      await page.getByRole('button', { name: 'Preview' }).click()
      await page.getByRole('dialog', { name: 'Preview' }).waitFor()
      await page.keyboard.press('Escape')
      assert.deepEqual(await sidewaysOverflow(page), [])
    }
  ).tags(longRun)
})

test.group('Pictures of a character', () => {
  journey('are drawn in a sheet and cropped around their focus', { rubies: 50 }, async ({ assert, page, client }) => {
    const { field, isPublic, create } = form(page)
    await openNew(page)
    for (const [name, text] of Object.entries(texts)) await field(name).fill(text)
    await isPublic.uncheck()
    await page.getByRole('button', { name: 'Generate one for the avatar' }).click()
    const sheet = page.getByRole('dialog', { name: 'Generate a picture' })
    assert.equal(await sheet.getByRole('textbox', { name: 'Prompt' }).inputValue(), `Portrait: ${texts.Description}`)
    await sheet.getByRole('button', { name: 'Generate', exact: true }).click()
    await sheet.getByRole('button', { name: 'Use this picture' }).click()
    await sheet.waitFor({ state: 'detached' })
    await focusOn(page.getByRole('button', { name: 'Generate one for the avatar' }))
    assert.equal(await field('Backstory').inputValue(), texts.Backstory)

    const focus = page.getByRole('slider', { name: 'Focus of avatar' })
    await until(async () => ((await focus.boundingBox())?.height ?? 0) > 200, 'the picture is shown')
    const { width, height } = await boxOf(focus)
    await focus.click({ position: { x: width * 0.25, y: height * 0.5 } })
    await focus.press('ArrowRight')
    assert.equal(await focus.getAttribute('aria-valuetext'), '27% from the left, 50% from the top')
    await create.click()
    await page.waitForURL(/\/character\/[\w-]+$/)
    const { body } = await client!.get(`/api/characters/${page.url().split('/').at(-1)}`)
    assert.match(body.avatar, /^\/pictures\/uploads\//)
    assert.closeTo(body.avatarFocus.x, 0.27, 0.01)
    assert.closeTo(body.avatarFocus.y, 0.5, 0.01)
    const portrait = page.locator(`main img[src^="${body.avatar}"][style]`).first()
    // The page replaces the picture once while it opens.
    const position = () =>
      portrait.evaluate((picture: any) => picture.ownerDocument.defaultView.getComputedStyle(picture).objectPosition)
    await until(async () => /^(26|27|28)(\.\d)?% (49|50|51)(\.\d)?%$/.test(await position()), 'the focus is applied')

    // The form equals the stored character again, so leaving asks nothing.
    await page.goto(`/edit-character/${body.id}`)
    await field('Name').fill('Marisol')
    await field('Name').fill(texts.Name)
    await page.getByRole('banner').getByRole('link', { name: 'Discover' }).click()
    await page.waitForURL('/')
  }).tags(longRun)
})

test.group('Editing a character', () => {
  journey('sends only the changed fields, from two tabs too', { rubies: 50 }, async (scene) => {
    const { assert, page, visitor, client } = scene
    const { id, avatar } = await createOwn(scene)
    const other = await visitor.context.newPage()
    await openEdit(page, id)
    await openEdit(other, id)
    await form(other).field('Backstory').fill('Twelve winters.')
    await form(page).field('Personality').fill('Kind.')
    await form(page).tag('Light').click()
    const [request] = await Promise.all([
      page.waitForRequest((request) => request.method() === 'PUT'),
      form(page).save.click(),
    ])
    assert.deepEqual(request.postDataJSON(), { personality: 'Kind.', tags: ['Sea'] })
    await page.waitForURL(`/character/${id}`)
    await page.getByText('Kind.').waitFor()
    await form(other).save.click()
    await other.waitForURL(`/character/${id}`)
    const { body } = await client!.get(`/api/characters/${id}`)
    assert.containsSubset(body, { personality: 'Kind.', backstory: 'Twelve winters.', tags: ['Sea'], avatar })
  }).tags(longRun)

  journey('is for owners only', { rubies: 50 }, async ({ page, client, visitor, assert }) => {
    visitor.tolerate(/ 40[34]$/)
    const [other] = (await client!.get('/api/characters')).body
    for (const id of [other.id, '01890000-0000-7000-8000-000000000000', 'unknown']) {
      await page.goto(`/edit-character/${id}`)
      await page.getByRole('heading', { name: 'Character Not Found' }).waitFor()
      await page.getByText('You can only edit characters you created.').waitFor()
    }
    assert.equal(await page.getByRole('form').count(), 0)
  }).tags(longRun)

  journey('can delete it, after a confirmation', { rubies: 50 }, async (scene) => {
    const { assert, page, client } = scene
    const { id } = await createOwn(scene)
    await openEdit(page, id)
    await form(page).field('Name').fill('Never saved')
    await page.getByRole('button', { name: 'Delete', exact: true }).click()
    const question = page.getByRole('alertdialog')
    await question.getByText('Are you sure you want to delete Marisol? This action cannot be undone.').waitFor()
    await question.getByRole('button', { name: 'Delete' }).click()
    await page.waitForURL('/')
    await on(page).gallery.waitFor()
    assert.equal((await client!.get(`/api/characters/${id}`)).status, 404)
  }).tags(longRun)
})

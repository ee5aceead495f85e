import { test } from '@japa/runner'
import type { Page } from 'playwright-core'
import type { Client } from '#tests/support/client'
import { longRun } from '#tests/support/long_run'
import { axeViolations } from './support/axe.ts'
import { journey, type JourneyOptions, type JourneyContext } from './support/journey.ts'
import { focusOn, tabTo } from './support/keys.ts'
import { sidewaysOverflow } from './support/overflow.ts'
import { on, until } from './support/screens.ts'

const phone = { width: 360, height: 740 }

interface CreatedCharacter {
  id: string
  name: string
}

const createCharacter = async (author: Client, fields: object = {}): Promise<CreatedCharacter> => {
  const { body: known } = await author.get('/api/characters?limit=1')
  const { status, body } = await author.post('/api/characters', {
    name: 'Halvard of the Square',
    description: 'A knight whose sculptor died before the left arm was done.',
    backstory: 'The marble remembers the chisel, and the chisel is gone. '.repeat(60),
    personality: 'Patient with {{user}}, dry, a little crooked.',
    avatar: known[0].avatar,
    category: 'Comedy',
    tags: ['Stone statue', 'Slow'],
    ...fields,
  })
  if (status !== 201) throw new Error(`Creating the character failed: ${status} ${JSON.stringify(body)}`)
  return body
}

/** Runs a journey with another user's character, which is deleted afterwards. */
const journeyToOther = (
  title: string,
  options: JourneyOptions,
  fields: object,
  run: (scene: JourneyContext & { character: CreatedCharacter; author: Client }) => Promise<void>
) =>
  journey(title, { rubies: 50, ...options }, async (scene) => {
    const author = await scene.stage.visitor(0)
    const character = await createCharacter(author, fields)
    try {
      await run({ ...scene, character, author })
    } finally {
      await author.call(`/api/characters/${character.id}`, { method: 'DELETE' })
    }
  })

const parts = (page: Page) => ({
  name: (name: string) => page.getByRole('heading', { level: 1, name }),
  like: page.getByRole('button', { name: /^Like, / }),
  field: page.getByRole('textbox', { name: 'Add a comment' }),
  post: page.getByRole('button', { name: 'Post comment' }),
  comments: page.getByRole('region', { name: 'Comments' }).getByRole('article'),
})

test.group("A character's page", () => {
  for (const window of [{ width: 1280, height: 800 }, phone])
    journeyToOther(
      `opens from the card, takes likes and comments and starts a chat, ${window.width} wide`,
      window,
      { name: `Halvard ${window.width}` },
      async ({ assert, page, client, character: { id, name } }) => {
        const { like, field, post, comments } = parts(page)
        await page.goto(`/?q=${encodeURIComponent(name)}`)
        await on(page).card(name).click()
        await on(page).modal.getByRole('link', { name: 'View profile' }).click()
        await parts(page).name(name).waitFor()
        await page.waitForURL(`/character/${id}`)
        await page.getByText('No comments yet. Be the first to comment!').waitFor()

        await like.click()
        await until(async () => (await like.getAttribute('aria-pressed')) === 'true', 'the like is pressed')
        await until(
          async () => (await client!.get(`/api/characters/${id}`)).body.likes === 1,
          'the server counts the like'
        )
        await page.reload()
        await like.filter({ hasText: '1' }).waitFor()
        assert.equal(await like.getAttribute('aria-pressed'), 'true')
        await like.click()
        await until(
          async () => (await client!.get(`/api/characters/${id}`)).body.likes === 0,
          'the server removes the like'
        )

        await field.fill('  <b>Stone</b> that listens.  ')
        await post.click()
        await comments.filter({ hasText: '<b>Stone</b> that listens.' }).waitFor()
        await comments.getByText('Just now').waitFor()
        assert.equal(await field.inputValue(), '')
        await field.fill('And a second one.')
        await field.press('Control+Enter')
        await until(async () => (await comments.count()) === 2, 'both comments are shown')
        assert.include(await comments.first().textContent(), 'And a second one.')
        await page.reload()
        await until(async () => (await comments.count()) === 2, 'both comments were kept')

        assert.deepEqual(await sidewaysOverflow(page), [])
        assert.deepEqual(await axeViolations(page), [])
        await page.getByRole('button', { name: 'Start Chat' }).click()
        await on(page).composer.waitFor()
        await page.goBack()
        await parts(page).name(name).waitFor()
      }
    ).tags(longRun)

  journeyToOther('can be used by keyboard', {}, {}, async ({ assert, page, client, character: { id, name } }) => {
    await page.goto(`/character/${id}`)
    await parts(page).name(name).waitFor()
    const focused = () => page.evaluate<string>('document.activeElement.textContent')
    const tabTo = async (text: RegExp) => {
      for (let step = 0; step < 60; step++) {
        await page.keyboard.press('Tab')
        if (text.test(await focused())) return
      }
      throw new Error(`Nothing like ${text} takes the focus.`)
    }
    await tabTo(/^Skip to content$/)
    await page.keyboard.press('Enter')
    await tabTo(/^Comedy$/)
    await tabTo(/^Start Chat$/)
    await tabTo(/^Like, /)
    await page.keyboard.press('Space')
    await until(async () => (await client!.get(`/api/characters/${id}`)).body.likes === 1, 'the server counts the like')
    await tabTo(/^Read more/)
    await page.keyboard.press('Enter')
    assert.match(await focused(), /^Show less/)
    await page.keyboard.press('Tab')
    await page.keyboard.type('Typed and sent.')
    await page.keyboard.press('Tab')
    await page.keyboard.press('Enter')
    await parts(page).comments.filter({ hasText: 'Typed and sent.' }).waitFor()
  }).tags(longRun)

  journeyToOther(
    'loads older comments page by page',
    phone,
    {},
    async ({ assert, page, author, character: { id } }) => {
      for (let index = 0; index < 23; index++)
        await author.post(`/api/characters/${id}/comments`, { content: `Comment ${index}.` })
      await page.goto(`/character/${id}`)
      const { comments } = parts(page)
      await comments.getByText('Comment 22.').waitFor()
      assert.equal(await comments.count(), 20)
      await page.getByRole('button', { name: 'Show more' }).click()
      await comments.getByText('Comment 0.').waitFor()
      assert.equal(await comments.count(), 23)
      assert.equal(await page.getByRole('button', { name: 'Show more' }).count(), 0)
    }
  ).tags(longRun)

  journeyToOther(
    'links its tags to the gallery',
    {},
    { tags: ['Rare stone'] },
    async ({ page, character: { id, name } }) => {
      await page.goto(`/character/${id}`)
      await page.getByRole('link', { name: 'Rare stone' }).click()
      await page.waitForURL('/?tags=Rare+stone')
      await on(page).card(name).waitFor()
      await page.goBack()
      await parts(page).name(name).waitFor()
    }
  ).tags(longRun)

  journeyToOther(
    'of an adult character is covered until adult content is enabled',
    phone,
    { name: 'Velvet Marrow', category: 'Limitless' },
    async ({ assert, page, client, character: { id, name } }) => {
      const requested: string[] = []
      page.on('request', (request) => requested.push(new URL(request.url()).pathname))
      await page.goto(`/character/${id}`)
      await parts(page).name(name).waitFor()
      await page.getByRole('heading', { name: 'Adult Content' }).waitFor()
      await page.getByRole('main').getByText('Enable in Settings').waitFor()
      assert.equal(await page.getByRole('button', { name: 'Start Chat' }).count(), 0)
      assert.equal(await page.getByRole('main').locator('img').count(), 0)
      assert.notInclude(requested, `/api/characters/${id}/comments`)
      assert.deepEqual(await sidewaysOverflow(page), [])
      assert.deepEqual(await axeViolations(page), [])

      // The cached, covered character must not appear again.
      await page.getByRole('link', { name: 'Enable in Settings' }).click()
      await page.waitForURL('/settings/content')
      await page.getByRole('switch', { name: 'Limitless content' }).click()
      await page.getByRole('button', { name: 'I’m an adult' }).click()
      await until(async () => (await client!.get('/api/auth/user')).body.limitlessEnabled === true, 'it is enabled')
      await page.goBack()
      await page.getByRole('heading', { name: 'Backstory' }).waitFor()
      await parts(page).field.waitFor()
    }
  ).tags(longRun)

  journeyToOther(
    "shows 'not found' for another user's private character and for unknown ids",
    {},
    { isPublic: false },
    async ({ page, visitor, character: { id } }) => {
      visitor.tolerate(/^answer: GET \/api\/characters\/\S+ 404$/)
      for (const path of [
        `/character/${id}`,
        '/character/00000000-0000-7000-8000-000000000000',
        '/character/nonsense',
      ]) {
        await page.goto(path)
        await parts(page).name('Character Not Found').waitFor()
      }
      await page.getByRole('link', { name: 'Discover characters' }).click()
      await on(page).gallery.waitFor()
    }
  ).tags(longRun)

  journey('shows the 404 page to visitors', {}, async ({ stage, page, visitor }) => {
    visitor.tolerate(/^answer: GET \/character\/\S+ 404$/)
    await page.goto(`/character/${stage.characterIds[0]}`)
    await page.getByRole('heading', { name: '404 Page Not Found' }).waitFor()
  }).tags(longRun)
})

test.group("An owner's character", () => {
  for (const window of [{ width: 1280, height: 800 }, phone])
    journey(
      `can be deleted from its card, which moves the focus on, ${window.width} wide`,
      { rubies: 50, ...window },
      async ({ assert, page, client }) => {
        const own = await createCharacter(client!, { name: `Own ${window.width}`, isPublic: false })
        const kept = await createCharacter(client!, { name: `Kept ${window.width}`, isPublic: false })
        await page.goto(`/?q=${window.width}&sort=name`)
        const card = on(page).cards.filter({ hasText: own.name })
        await card.waitFor()
        await on(page).card(own.name).focus()
        const remove = page.getByRole('button', { name: `Delete ${own.name}` })
        await tabTo(page, remove)
        assert.deepEqual(await axeViolations(page), [])
        await page.keyboard.press('Enter')
        const question = page.getByRole('alertdialog')
        await question.getByText(`Are you sure you want to delete ${own.name}? This action cannot be undone.`).waitFor()
        await page.keyboard.press('Escape')
        await focusOn(remove)
        await page.keyboard.press('Enter')
        await question.getByRole('button', { name: 'Delete' }).click()
        await card.waitFor({ state: 'detached' })
        await focusOn(on(page).card(kept.name))
        assert.equal((await client!.get(`/api/characters/${own.id}`)).status, 404)
      }
    ).tags(longRun)

  journey('can be edited and deleted from its page', { rubies: 50 }, async ({ assert, page, client }) => {
    const { id, name } = await createCharacter(client!, { name: 'Page owner', isPublic: false })
    await page.goto('/')
    await on(page).card(name).waitFor()
    await on(page).card(name).click()
    await on(page).modal.getByRole('link', { name: 'View profile' }).click()
    // The card behind the dialog has the same labels.
    await parts(page).name(name).waitFor()
    await page.getByText('Private', { exact: true }).waitFor()
    assert.equal(
      await page.getByRole('main').getByRole('link', { name: 'Edit' }).getAttribute('href'),
      `/edit-character/${id}`
    )
    await page.getByRole('button', { name: `Delete ${name}` }).click()
    await page.getByRole('alertdialog').getByRole('button', { name: 'Delete' }).click()
    await on(page).gallery.waitFor()
    await on(page).cards.first().waitFor()
    assert.equal(await on(page).card(name).count(), 0)
  }).tags(longRun)
})

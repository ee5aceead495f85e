import { test } from '@japa/runner'
import type { RegexScript } from '#modules/gallery/api'
import { speak } from '#tests/support/model_upstream'
import { axeViolations } from './support/axe.ts'
import { journey } from './support/journey.ts'
import { newCharacter } from './support/new_character.ts'
import { sidewaysOverflow } from './support/overflow.ts'
import { on, say, settled } from './support/screens.ts'

const script = (more: Partial<RegexScript>): RegexScript => ({
  name: 'Moods',
  find: '/<mood>(.*?)<\\/mood>\\s*/g',
  replace: '*$1* ',
  trim: [],
  of: ['character'],
  where: 'display',
  fills: 'none',
  minDepth: null,
  maxDepth: null,
  ...more,
})

test.group('Suggestions', () => {
  for (const width of [1440, 360])
    journey(
      `are requested, edited and sent at ${width} pixels`,
      { rubies: 50, width, height: 800 },
      async ({ assert, stage, page }) => {
        await page.goto(`/chat/${stage.characterIds[0]!}?new=true`)
        stage.upstream.answer = speak(['The lamp is lit.'])
        await say(page, 'Good evening.')
        await settled(page)
        stage.upstream.answer = speak([
          '1. *I nod.* Show me.\n2. Why is it lit?\n3. I would rather go back to the harbour.',
        ])
        if (width < 640) {
          await page.getByRole('button', { name: 'More', exact: true }).last().click()
          await page.getByRole('menuitem', { name: /^Suggest replies/ }).click()
        } else await page.getByRole('button', { name: /^Suggest replies/ }).click()
        const choices = page.getByRole('list', { name: 'Suggested replies' }).getByRole('button')
        await choices.nth(2).waitFor()
        assert.equal(await choices.count(), 3)
        assert.deepEqual(await axeViolations(page), [])
        assert.deepEqual(await sidewaysOverflow(page), [])
        await choices.nth(0).click()
        assert.equal(await on(page).composer.inputValue(), '*I nod.* Show me.')
        await on(page).composer.fill('')
        stage.upstream.answer = speak(['So that you find the way.'])
        // Holding a suggestion sends it.
        await choices.nth(1).hover()
        await page.mouse.down()
        await on(page).messages.getByText('So that you find the way.').waitFor()
        await page.mouse.up()
        await choices.first().waitFor({ state: 'detached' })
        assert.equal(await on(page).composer.inputValue(), '')
      }
    )
})

/** Gives the scripts of a message five seconds instead of 100 ms, which other patterns than the endless one need on a busy machine. */
const patientScripts = `
  const set = window.setTimeout
  window.setTimeout = (run, ms, ...values) => set(run, ms === 100 ? 5_000 : ms, ...values)
`

test.group('Regex scripts', () => {
  journey(
    'change how messages look, and never hang the page',
    { rubies: 50, width: 1440 },
    async ({ assert, stage, page }) => {
      const owner = await stage.visitor()
      const { id } = await newCharacter(owner, { scenario: 'A pier.', firstMessage: 'Ahoy.', isPublic: true })
      const scripts = [script({}), script({ name: 'Endless', find: '/^(a+)+$/' })]
      await stage.db.query('INSERT INTO character_scripts (character_id, from_version, scripts) VALUES ($1, 1, $2)', [
        id,
        JSON.stringify(scripts),
      ])
      await page.addInitScript(patientScripts)
      await page.goto(`/chat/${id}?new=true`)
      stage.upstream.answer = speak(['<mood>warm</mood> Come in.'])
      await say(page, 'Hello?')
      await settled(page)
      await on(page).messages.getByText('warm', { exact: true }).waitFor()
      assert.notInclude(await on(page).messages.last().innerText(), '<mood>')
      // This pattern would take longer than the test.
      stage.upstream.answer = speak([`${'a'.repeat(40)}!`])
      await say(page, 'And?')
      await settled(page)
      await on(page)
        .messages.getByText(`${'a'.repeat(40)}!`)
        .waitFor()
      stage.upstream.answer = speak(['<mood>glad</mood> Still here.'])
      await say(page, 'Still there?')
      await settled(page)
      await on(page).messages.getByText('glad', { exact: true }).waitFor()
      await page.getByRole('button', { name: 'Chat menu' }).click()
      await page.getByRole('menuitem', { name: 'Chat settings' }).click()
      await page.getByRole('switch', { name: 'Run 2 scripts' }).click()
      // The dialog hides the page from roles.
      await page.locator('[role=region] li', { hasText: '<mood>glad</mood>' }).waitFor({ state: 'attached' })
      await page.getByText('What they do').click()
      assert.deepEqual(await axeViolations(page), [])
    }
  )
})

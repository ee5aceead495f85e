import { test } from '@japa/runner'
import { journey } from './support/journey.ts'
import { sidewaysOverflow } from './support/overflow.ts'

test.group('The page of the API', () => {
  for (const size of [
    { width: 1440, height: 900 },
    { width: 360, height: 740 },
  ])
    journey(`shows visitors the calls, ${size.width} px wide`, size, async ({ page, assert }) => {
      await page.goto('/docs/api')
      await page.getByText('Facet API').first().waitFor()
      await page.getByText('Loading the API…').waitFor({ state: 'detached' })
      assert.deepEqual(await sidewaysOverflow(page), [])

      await page.goto('/docs/api#post-/api/characters')
      await page.getByText('Creates a character that the caller owns').filter({ visible: true }).first().waitFor()
      await page.getByText('alternateGreetings').filter({ visible: true }).first().waitFor()
    })

  journey('says what to do when the document can’t be loaded', {}, async ({ page, visitor }) => {
    visitor.tolerate(/openapi\.json/)
    await page.route('/api/openapi.json', (route) => route.abort())
    await page.goto('/docs/api')
    await page.getByText('The API couldn’t be loaded. Check your connection, then load the page again.').waitFor()
  })
})

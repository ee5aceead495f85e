/**
 * Every screen in every state of the table (`screens/all_screens.ts`) and of what is for pictures alone (`screens/pictured.ts`), at three widths, in dark and in light, to be looked at. Nothing
 * is asserted.
 *
 *     node --import=@poppinss/ts-exec tests/browser/screenshots.ts FOLDER [part of a screen's name]
 *
 * with Node 24, after a build, and DATABASE_URL naming a PostgreSQL to make databases in.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { Page } from 'playwright-core'
import { dropDatabases } from '#tests/support/databases'
import { stopServers } from '#tests/support/server'
import { startStage } from '#tests/support/stage'
import { allScreens } from './screens/all_screens.ts'
import { picturedScreens } from './screens/pictured.ts'
import { framesLater } from './support/look.ts'
import { picturesDrawn } from './support/screens.ts'
import { Visitor } from './support/visitor.ts'
import { Walk } from './support/walk.ts'

const [folder = 'screenshots', part = ''] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })

const windows = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 360, height: 740 },
]

/** Another width has another main menu, which is loaded when it is needed first. A chat has none on small screens. */
const frameDrawn = async (page: Page) => {
  const hasMenu = (await page.locator('#main').isVisible()) && !new URL(page.url()).pathname.startsWith('/chat/')
  if (!hasMenu || (await page.getByRole('link', { name: 'Login' }).isVisible())) return
  await page
    .locator('nav[aria-label=Main]')
    .waitFor({ timeout: 2_000 })
    .catch(() => {})
}

const stage = await startStage()
for (const { name, who, states, prepare } of [...allScreens, ...picturedScreens].filter((screen) =>
  screen.name.includes(part)
)) {
  const client = who === 'stranger' ? null : await stage.visitor()
  if (who === 'admin') await stage.db.query('update users set is_admin = true where id = $1', [client!.user.id])
  const visitor = await Visitor.open({ url: stage.server.url, ...windows[0], as: client ?? undefined })
  const { page } = visitor
  const walk = await Walk.begin({ stage, visitor, page, client })
  await prepare?.(walk)
  for (const [state, { bring, again, only }] of Object.entries(states)) {
    await walk.release()
    await bring(walk)
    for (const window of windows) {
      if ((only === 'large' && window.width < 1440) || (only === 'small' && window.width > 360)) continue
      await page.setViewportSize(window)
      await page.evaluate(framesLater)
      await frameDrawn(page)
      await again?.(walk)
      for (const colorScheme of ['dark', 'light'] as const) {
        await page.emulateMedia({ colorScheme })
        await page.evaluate(framesLater)
        await picturesDrawn(page)
        const file = `${name} ${state}`.replaceAll(/[^a-z]+/gi, '-')
        await page.screenshot({ path: join(folder, `${file}-${window.width}-${colorScheme}.png`) })
      }
    }
    await page.setViewportSize(windows[0]!)
    await page.evaluate(framesLater)
    await again?.(walk)
  }
  await visitor.context.close()
}
await stage.close()
await stopServers()
await dropDatabases()
process.exit(0)

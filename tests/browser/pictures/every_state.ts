/**
 * Takes screenshots of every state of every screen (`screens/all_screens.ts`, `screens/pictured.ts`) at three widths, dark and light:
 * `npm run screenshots -- --states FOLDER [TEXT]`.
 */
import { mkdirSync } from 'node:fs'
import { join } from 'node:path'
import process from 'node:process'
import type { Page } from 'playwright-core'
import { dropDatabases } from '#tests/support/databases'
import { stopServers } from '#tests/support/server'
import { startStage } from '#tests/support/stage'
import { allScreens } from '../screens/all_screens.ts'
import { picturedScreens } from '../screens/pictured.ts'
import type { State } from '../screens/screen.ts'
import { framesLater } from '../support/look.ts'
import { picturesDrawn } from '../support/screens.ts'
import { Visitor } from '../support/visitor.ts'
import { Walk } from '../support/walk.ts'

const [folder = '', part = ''] = process.argv.slice(2)
mkdirSync(folder, { recursive: true })

const windows = [
  { width: 1440, height: 900 },
  { width: 768, height: 1024 },
  { width: 360, height: 740 },
]

/** Waits for the main menu, which loads lazily and differs by width. A chat has none on small screens. */
const frameLoaded = async (page: Page) => {
  const hasMenu = (await page.locator('#main').isVisible()) && !new URL(page.url()).pathname.startsWith('/chat/')
  if (!hasMenu || (await page.getByRole('link', { name: 'Login' }).isVisible())) return
  await page
    .locator('nav[aria-label=Main]')
    .waitFor({ timeout: 2_000 })
    .catch(() => {})
}

/** Takes one state in each window and scheme, and the full page of states with their final content. */
const takePictures = async (walk: Walk, name: string, { bring, again, only, isWhole }: State) => {
  const { page } = walk
  const file = name.replaceAll(/[^a-z]+/gi, '-')
  await bring(walk)
  for (const window of windows) {
    if ((only === 'large' && window.width < 1440) || (only === 'small' && window.width > 360)) continue
    await page.setViewportSize(window)
    await page.evaluate(framesLater)
    await frameLoaded(page)
    await again?.(walk)
    for (const colorScheme of ['light', 'dark'] as const) {
      await page.emulateMedia({ colorScheme })
      await page.evaluate(framesLater)
      await picturesDrawn(page)
      await page.screenshot({ path: join(folder, `${file}-${window.width}-${colorScheme}.png`) })
    }
    if (!isWhole) continue
    await page.screenshot({ path: join(folder, `${file}-${window.width}-whole.png`), fullPage: true })
  }
  await page.setViewportSize(windows[0]!)
  await page.evaluate(framesLater)
  await again?.(walk)
}

const notReached: string[] = []
// The model isn't on this machine, so the demo needs the setting.
const stage = await startStage({ env: { DEMO: 'on' } })
const { answer } = stage.upstream
for (const { name, who, states, prepare } of [...allScreens, ...picturedScreens].filter((screen) =>
  screen.name.includes(part)
)) {
  // A walk that acts as the model leaves its handler behind.
  stage.upstream.answer = answer
  const client = who === 'visitor' ? null : await stage.visitor()
  if (who === 'admin') await stage.db.query(`UPDATE users SET role = 'admin' WHERE id = $1`, [client!.user.id])
  const visitor = await Visitor.open({ url: stage.server.url, ...windows[0], as: client ?? undefined })
  const walk = await Walk.begin({ stage, visitor, page: visitor.page, client })
  await prepare?.(walk)
  for (const [which, state] of Object.entries(states)) {
    await walk.release()
    try {
      await takePictures(walk, `${name} ${which}`, state)
    } catch (error) {
      // Most later states open their own page, so the walk continues.
      notReached.push(`${name}, ${which}`)
      console.error(`Not reached: ${name}, ${which}\n`, error)
    }
  }
  await visitor.context.close()
  console.log(name)
}
await stage.close()
await stopServers()
await dropDatabases()
process.exit(notReached.length === 0 ? 0 : 1)

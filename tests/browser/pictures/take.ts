/** Takes the pictures of the table: `npm run screenshots [-- TEXT]`. */
import { readFile, stat, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import process from 'node:process'
import sharp from 'sharp'
import { dropDatabases } from '#tests/support/databases'
import { stopServers } from '#tests/support/server'
import { startStage } from '#tests/support/stage'
import { framesLater } from '../support/look.ts'
import { on, picturesDrawn } from '../support/screens.ts'
import { Visitor } from '../support/visitor.ts'
import { models, now, Seed, type Reader } from './seed.ts'
import { pictures, type Picture, type Shot } from './table.ts'

const root = join(import.meta.dirname, '../../..')

/** The limit of one step. A missing element must not use up the minutes of a run. */
const stepTimeoutMs = 20_000

/** Takes a screenshot once everything is drawn. */
const take = async (seed: Seed, { size, scale }: Picture, { as, bring, scheme }: Shot): Promise<Buffer> => {
  const account = await as?.(seed)
  const reader = account as Reader
  const client = account && 'client' in account ? account.client : account
  const visitor = await Visitor.open({ url: seed.stage.server.url, ...size, scale, colorScheme: scheme, as: client })
  const { page, context } = visitor
  context.setDefaultTimeout(stepTimeoutMs)
  try {
    await page.clock.setFixedTime(now)
    await bring(page, { seed, reader })
    await on(page).toasts.waitFor({ state: 'detached' })
    // Nothing is hovered.
    await page.mouse.move(0, 0)
    await page.evaluate('document.fonts.ready.then(() => {})')
    await picturesDrawn(page)
    await page.evaluate(framesLater)
    const png = await page.screenshot()
    if (visitor.unexpected().length > 0) throw new Error(visitor.unexpected().join('\n'))
    return png
  } finally {
    await page.unrouteAll({ behavior: 'ignoreErrors' })
    await context.close()
  }
}

const sideBySide = ({ size: { width, height } }: Picture, shots: Buffer[]) =>
  sharp({ create: { width: shots.length * width, height, channels: 3, background: '#000' } })
    .composite(shots.map((input, index) => ({ input, left: index * width, top: 0 })))
    .png()
    .toBuffer()

const [part = ''] = process.argv.slice(2)
const chosen = pictures.filter(({ file }) => file.includes(part))
const failed: string[] = []
const startedAt = Date.now()
let bytes = 0
// The stub isn't on this machine, so the demo needs the setting.
const stage = await startStage({ env: { DEMO: 'on', ...models } })
const seed = await Seed.begin(stage)
for (const picture of chosen) {
  const path = join(root, picture.file)
  try {
    const shots: Buffer[] = []
    for (const shot of picture.shots) shots.push(await take(seed, picture, shot))
    const png = shots.length === 1 ? shots[0]! : await sideBySide(picture, shots)
    const webp = await sharp(png).webp({ quality: 80, effort: 6, smartSubsample: true }).toBuffer()
    const before = await readFile(path).catch(() => null)
    const isSame = before?.equals(webp) ?? false
    if (!isSame) await writeFile(path, webp)
    bytes += (await stat(path)).size
    console.log(`${picture.file}: ${isSame ? 'as before' : before ? 'changed' : 'new'}, ${webp.length} bytes`)
  } catch (error) {
    failed.push(picture.file)
    console.error(`${picture.file} could not be taken:\n`, error)
  }
}
await stage.close()
await stopServers()
await dropDatabases()
const seconds = Math.round((Date.now() - startedAt) / 1000)
console.log(`${chosen.length - failed.length} of ${chosen.length} pictures taken, ${bytes} bytes, ${seconds} s`)
for (const file of failed) console.error(`Not taken: ${file}`)
process.exit(failed.length === 0 && chosen.length > 0 ? 0 : 1)

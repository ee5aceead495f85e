import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { build } from 'vite'
import { ROOT } from '../../../apps/launcher/settings.mjs'
import { aliases } from '../../../apps/web/vite/aliases.ts'

const letters = 32_000
/** The letters of a frame, at 60 frames a second: a fast model writes about 1,200 letters a second. */
const step = 20

const paragraph =
  '*She sets the lamp on the sill, and does not look round.* "You came by the **low** road," she says, "with the tide _that_ close?" ' +
  'The rope creaks; 2 * 3 boats lie against the quay. ((brb)) She laughs.\nThen, quieter: “Sit. The kettle is `on`.” '
const mixed =
  `${paragraph}\n\n${paragraph}\n\n> The harbour keeps what it is given.\n> It gives back what it likes.\n\n` +
  '1. Coil the rope\n2. Bank the fire\n   - not too high\n   - and *never* alone\n3. Bar the door\n\n' +
  '| boat | berth | tide |\n|---|:-:|--:|\n| Wren | 4 | **low** |\n| Petrel | 11 | high |\n\n' +
  '```js\nconst berth = boats.find(({ name }) => name === "Wren")\n```\n\n***\n\n'

/** Messages of 32,000 letters. All but the first are one block, which is parsed whole in each frame. */
export const longTexts = {
  'a mixed message': repeat(mixed),
  'one paragraph': repeat(paragraph),
  'one list': repeat('- She says *nothing* for a while, **then** "go".\n'),
  'one table': `| who | what |\n|---|---|\n${repeat('| the *keeper* | a **lamp**, lit |\n')}`,
}

function repeat(text) {
  return text.repeat(Math.ceil(letters / text.length)).slice(0, letters)
}

/** Returns the milliseconds of each frame while the text grows in a page with the app's styles. */
export async function measureTextFrames(browser) {
  const { output } = await build({
    root: join(ROOT, 'apps/web'),
    configFile: false,
    logLevel: 'error',
    resolve: { alias: aliases },
    define: { 'process.env.NODE_ENV': '"production"' },
    build: {
      write: false,
      lib: { entry: join(import.meta.dirname, 'text_frames_page.tsx'), formats: ['iife'], name: 'frames' },
    },
  }).then((results) => results.at(0))
  const assets = join(ROOT, 'apps/web/dist/assets')
  const styles = readdirSync(assets).find((name) => /^index-.*\.css$/.test(name))
  const page = await browser.newPage({ viewport: { width: 1440, height: 900 }, colorScheme: 'dark' })
  try {
    await page.setContent('<!doctype html><html lang="en"><body></body></html>')
    await page.addStyleTag({ content: readFileSync(join(assets, styles), 'utf8') })
    await page.addScriptTag({ content: output.find(({ type, isEntry }) => type === 'chunk' && isEntry).code })
    const times = {}
    // The first text warms up the compiler.
    await page.evaluate(([text, step]) => window.measureFrames(text, step), [longTexts['a mixed message'], step * 4])
    for (const [name, text] of Object.entries(longTexts))
      times[name] = await page.evaluate(([text, step]) => window.measureFrames(text, step), [text, step])
    return times
  } finally {
    await page.close()
  }
}

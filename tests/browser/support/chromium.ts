import { existsSync, mkdirSync, mkdtempSync, readFileSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { dirname, join } from 'node:path'
import { chromium, type Browser } from 'playwright-core'

const packageFolder = dirname(dirname(createRequire(import.meta.url).resolve('@sparticuz/chromium')))
const cache = join(import.meta.dirname, '../../../node_modules/.cache')

let browser: Promise<Browser> | null = null

/** Starts the Chromium from npm, once per process. */
export const sharedChromium = (): Promise<Browser> => (browser ??= launchChromium())

/** Closes the shared Chromium, which fails all pending calls. The next journey starts another. */
export const closeSharedChromium = async () => {
  const closing = browser
  browser = null
  await (await closing)?.close()
}

/** Starts another Chromium, with additional arguments. */
export const launchChromium = async (more: string[] = []): Promise<Browser> => {
  const folder = await unpacked()
  const fonts = join(folder, 'fonts.conf')
  // Allows only the bundled fonts, so that text is the same on every machine. Without any fonts, a page would crash the browser.
  writeFileSync(fonts, fontsConf(join(folder, 'fonts/fonts'), join(folder, 'fonts-cache')))
  return chromium.launch({
    executablePath: join(folder, 'chromium'),
    // Omits the default arguments of the package, which are for cloud functions and disable web security.
    args: ['--no-sandbox', '--font-render-hinting=none', ...more],
    env: {
      ...(process.env as Record<string, string>),
      LD_LIBRARY_PATH: join(folder, 'al2023/lib'),
      FONTCONFIG_FILE: fonts,
    },
  })
}

const fontsConf = (fonts: string, cache: string) => `<?xml version="1.0"?>
<!DOCTYPE fontconfig SYSTEM "fonts.dtd">
<fontconfig><dir>${fonts}</dir><cachedir>${cache}</cachedir></fontconfig>
`

/** Unpacks the package into a folder per version, atomically. The package itself would reuse any files in the temporary folder. */
const unpacked = async (): Promise<string> => {
  const { version } = JSON.parse(readFileSync(join(packageFolder, 'package.json'), 'utf8'))
  const folder = join(cache, `chromium-${version}`)
  if (existsSync(folder)) return folder
  mkdirSync(cache, { recursive: true })
  const work = mkdtempSync(`${folder}-`)
  const before = process.env.TMPDIR
  process.env.TMPDIR = work
  try {
    const { inflate } = await import('@sparticuz/chromium')
    const names = ['chromium.br', 'fonts.tar.br', 'swiftshader.tar.br', 'al2023.tar.br']
    await Promise.all(names.map((name) => inflate(join(packageFolder, 'bin', name))))
  } finally {
    if (before === undefined) delete process.env.TMPDIR
    else process.env.TMPDIR = before
  }
  try {
    renameSync(work, folder)
  } catch (error) {
    rmSync(work, { recursive: true, force: true })
    // Another process may have created it first.
    if (!existsSync(folder)) throw error
  }
  return folder
}

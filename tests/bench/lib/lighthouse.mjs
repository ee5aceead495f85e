/**
 * Lighthouse in Chromium. It is 176 MB in 114 packages, so it isn't a dependency: the first run installs the pinned version below
 * node_modules.
 */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { existsSync, mkdirSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { pathToFileURL } from 'node:url'
import { findFreePort } from '../../../apps/launcher/port.mjs'
import { ROOT } from '../../../apps/launcher/settings.mjs'
import { launchChromium } from '../../browser/support/chromium.ts'
import { cookiesIn } from './clients.mjs'
import { median } from './stats.mjs'

const version = '13.5.0'
const categories = ['performance', 'accessibility', 'best-practices']

/** Returns `look(visit, runs)` with Lighthouse's mobile preset. */
export async function openLighthouse({ url }, undo) {
  const { default: lighthouse } = await import(await installed())
  const port = await findFreePort()
  const browser = await launchChromium([`--remote-debugging-port=${port}`])
  undo(() => browser.close())
  const debug = await browser.newBrowserCDPSession()
  const scope = { domain: new URL(url).hostname, path: '/', httpOnly: true, sameSite: 'Lax' }

  async function lookOnce({ address, as, hasFigures }) {
    await debug.send('Storage.clearCookies')
    if (as) await debug.send('Storage.setCookies', { cookies: cookiesIn(as).map((one) => ({ ...one, ...scope })) })
    const { lhr } = await lighthouse(url + address, {
      port,
      output: 'json',
      logLevel: 'error',
      // The event stream never ends, so the network never becomes idle.
      maxWaitForLoad: 15_000,
      onlyCategories: hasFigures ? categories : categories.slice(1),
      // Without timing there is no need for throttling.
      throttlingMethod: hasFigures ? 'simulate' : 'provided',
    })
    if (lhr.runtimeError) throw new Error(`Lighthouse, ${address}: ${lhr.runtimeError.message}`)
    const figure = (name) => lhr.audits[name]?.numericValue ?? null
    return {
      scores: Object.fromEntries(Object.values(lhr.categories).map(({ id, score }) => [id, Math.round(score * 100)])),
      firstMs: figure('first-contentful-paint'),
      largestMs: figure('largest-contentful-paint'),
      blockedMs: figure('total-blocking-time'),
      shift: figure('cumulative-layout-shift'),
      failed: Object.values(lhr.categories)
        .filter(({ id }) => id !== 'performance')
        .flatMap(({ auditRefs }) => auditRefs)
        .filter(({ id, weight }) => weight > 0 && lhr.audits[id].score !== null && lhr.audits[id].score < 1)
        .map(({ id }) => id),
      benchmarkIndex: lhr.environment.benchmarkIndex,
    }
  }

  /** Returns medians of several runs, and the worst of the scores that don't depend on time. */
  return async function look(visit, runs) {
    const seen = []
    for (let number = 0; number < runs; number++) seen.push(await lookOnce(visit))
    const middle = (key) => median(seen.map((one) => one[key]))
    const worst = (category) => Math.min(...seen.map(({ scores }) => scores[category]))
    return {
      visit: visit.name,
      accessibility: worst('accessibility'),
      bestPractices: worst('best-practices'),
      failed: [...new Set(seen.flatMap(({ failed }) => failed))],
      ...(visit.hasFigures && {
        performance: median(seen.map(({ scores }) => scores.performance)),
        firstMs: middle('firstMs'),
        largestMs: middle('largestMs'),
        blockedMs: middle('blockedMs'),
        shift: middle('shift'),
        benchmarkIndex: middle('benchmarkIndex'),
      }),
    }
  }
}

async function installed() {
  const folder = join(ROOT, 'node_modules/.cache', `lighthouse-${version}`)
  const main = join(folder, 'node_modules/lighthouse/core/index.js')
  if (!existsSync(main)) {
    console.log(`Installing Lighthouse ${version} into node_modules/.cache, once: half a minute, 176 MB.`)
    mkdirSync(folder, { recursive: true })
    writeFileSync(
      join(folder, 'package.json'),
      JSON.stringify({ private: true, dependencies: { lighthouse: version } })
    )
    const args = ['install', '--no-audit', '--no-fund', '--ignore-scripts', '--loglevel=error']
    const [code] = await once(spawn('npm', args, { cwd: folder, stdio: ['ignore', 2, 2] }), 'exit')
    if (code !== 0)
      throw new Error(`npm could not install Lighthouse (exit code ${code}). --no-lighthouse does without.`)
  }
  return pathToFileURL(main).href
}

import { spawn } from 'node:child_process'
import process from 'node:process'
import { ACCEPTED_ADVISORIES } from './dependency_rules.mjs'

const TIMEOUT_MS = 60_000
const SERIOUS = new Set(['moderate', 'high', 'critical'])

/**
 * Asks the registry for advisories about the packages in the lock file. Returns `{ advisories: [{ id, name, severity, title, url }] }`, or
 * `{ unasked }` with the reason if the registry gives no usable answer. Sends only names and versions of packages.
 */
export async function askForAdvisories(root, { npm = 'npm', timeoutMs = TIMEOUT_MS } = {}) {
  // `--audit` overrides `audit=false` in .npmrc, which is meant for installing.
  const args = ['audit', '--json', '--audit', '--package-lock-only', '--fetch-retries=1', '--fetch-timeout=20000']
  const { text, reason } = await output(npm, args, root, timeoutMs)
  if (reason) return { unasked: reason }
  return readReport(text)
}

/** Reads npm's report, version 2: https://docs.npmjs.com/cli/commands/npm-audit */
export function readReport(text) {
  let report
  try {
    report = JSON.parse(text)
  } catch {
    return { unasked: 'npm audit did not answer with JSON' }
  }
  if (report.error || !report.vulnerabilities)
    return {
      unasked: oneLine(report.error?.summary || report.error?.code || report.message || 'it does not support audits'),
    }
  const found = new Map()
  for (const { via } of Object.values(report.vulnerabilities))
    for (const cause of via) {
      // A plain name refers to another package of the report.
      if (typeof cause === 'string') continue
      const id = /GHSA(-[0-9a-z]{4}){3}/.exec(cause.url ?? '')?.[0] ?? String(cause.source)
      found.set(`${id} ${cause.name}`, {
        id,
        name: cause.name,
        severity: cause.severity,
        title: cause.title,
        url: cause.url,
      })
    }
  return { advisories: [...found.values()] }
}

/** Returns one line for each serious advisory that isn't accepted, or whose acceptance has expired. */
export function findAdvisoryProblems(advisories, { accepted = ACCEPTED_ADVISORIES, today = new Date() } = {}) {
  const day = today.toISOString().slice(0, 10)
  const serious = advisories.filter(({ severity }) => SERIOUS.has(severity))
  return serious.flatMap(({ id, name, severity, title, url }) => {
    const known = accepted[id]
    if (known && day < known.until) return []
    const expired = known ? `; it was accepted until ${known.until}: ${known.reason}` : ''
    return [`${name}: ${oneLine(title)} (${severity}, ${url ?? id})${expired}`]
  })
}

function output(npm, args, cwd, timeoutMs) {
  return new Promise((resolve) => {
    const child = spawn(npm, args, { cwd, stdio: ['ignore', 'pipe', 'ignore'], env: process.env })
    const timer = setTimeout(() => child.kill('SIGKILL'), timeoutMs)
    let text = ''
    child.stdout.setEncoding('utf8').on('data', (piece) => (text += piece))
    child.once('error', (error) => resolve({ reason: `npm could not be started (${error.code})` }))
    child.once('close', (_code, signal) => {
      clearTimeout(timer)
      resolve(signal ? { reason: `no answer for ${timeoutMs / 1000} s` } : { text })
    })
  })
}

const oneLine = (text) => String(text).replace(/\s+/g, ' ').trim()
